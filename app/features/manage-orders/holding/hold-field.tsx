import { SelectField } from '#kit/ui/form/select-field.tsx'
import { HOLDS } from './client.ts'

type HoldFieldProps = { days: number; onChange: (days: number) => void }

/** For how long from now pieces are held. */
export const HoldField = ({ days, onChange }: HoldFieldProps) => (
  <SelectField
    label="Hold from now for"
    value={days}
    onChange={({ target }) => onChange(Number(target.value))}
    className="min-w-36"
  >
    {HOLDS.map(({ days: each, text }) => (
      <option key={each} value={each}>
        {text}
      </option>
    ))}
  </SelectField>
)
