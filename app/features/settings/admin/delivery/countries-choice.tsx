import { useId, useState } from 'react'
import type { Country } from '#features/delivery/schema.ts'
import { foldText } from '#kit/text/fold-text.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { Field, Note } from '#kit/ui/form/field.tsx'
import { countriesText } from '../countries-text.ts'

type Countries = 'all' | readonly string[]

type CountriesChoiceProps = {
  legend: string
  /** What "all" means. */
  allLabel: string
  name: string
  error: string | null
  value: Countries
  countries: readonly Country[]
  onChange: (value: 'all' | string[]) => void
}

/** All countries or chosen ones, which are listed on demand. */
export function CountriesChoice(props: CountriesChoiceProps) {
  const { legend, allLabel, name, error, value, countries, onChange } = props
  const id = useId()
  const isAll = value === 'all'
  const radio = (label: string, checked: boolean, onChoose: () => void) => (
    <label className="flex min-h-11 cursor-pointer items-center gap-3">
      <input
        type="radio"
        name={name}
        checked={checked}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? id : undefined}
        onChange={onChoose}
        className="size-5 shrink-0 accent-brand"
      />
      {label}
    </label>
  )
  return (
    <fieldset className="min-w-0">
      <legend className="font-medium text-sm">{legend}</legend>
      {radio(allLabel, isAll, () => onChange('all'))}
      {radio(isAll ? 'Chosen countries' : `Chosen: ${countriesText(value)}`, !isAll, () => onChange([]))}
      {error && <Note id={id} error={error} />}
      {!isAll && <ChosenCountries chosen={value} countries={countries} onChange={onChange} />}
    </fieldset>
  )
}

type ChosenCountriesProps = {
  chosen: readonly string[]
  countries: readonly Country[]
  onChange: (value: string[]) => void
}

function ChosenCountries({ chosen, countries, onChange }: ChosenCountriesProps) {
  const [isOpen, setIsOpen] = useState(chosen.length === 0)
  const [search, setSearch] = useState('')
  const found = countries.filter(({ name }) => foldText(name).includes(foldText(search)))
  const codes = found.map(({ code }) => code)
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)} className="mb-3">
      <summary className="w-fit cursor-pointer py-2 text-link text-sm">Choose countries</summary>
      {isOpen && (
        <div className="rounded border border-line p-3">
          <Field
            label="Find a country"
            type="search"
            autoComplete="off"
            value={search}
            onChange={({ target }) => setSearch(target.value)}
            // It is not a field of the form.
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          />
          <div className="mb-2 flex flex-wrap gap-2">
            <Button
              variant="secondary"
              size="sm"
              onClick={() => onChange([...new Set([...chosen, ...codes])])}
            >
              {search ? 'Choose all found' : 'Choose all'}
            </Button>
            <Button
              variant="secondary"
              size="sm"
              onClick={() => onChange(chosen.filter((code) => !codes.includes(code)))}
            >
              {search ? 'Choose none of them' : 'Choose none'}
            </Button>
          </div>
          <ul className="grid max-h-72 gap-x-4 overflow-y-auto sm:grid-cols-2">
            {found.map(({ code, name }) => (
              <li key={code}>
                <label className="flex min-h-10 cursor-pointer items-center gap-3 text-sm pointer-coarse:min-h-11">
                  <input
                    type="checkbox"
                    checked={chosen.includes(code)}
                    onChange={({ target }) =>
                      onChange(target.checked ? [...chosen, code] : chosen.filter((each) => each !== code))
                    }
                    className="size-5 shrink-0 accent-brand"
                  />
                  {name}
                </label>
              </li>
            ))}
          </ul>
          {found.length === 0 && <p className="text-muted text-sm">No country has this name.</p>}
        </div>
      )}
    </details>
  )
}
