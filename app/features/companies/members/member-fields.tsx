import { Field } from '#kit/ui/form/field.tsx'
import { SelectField } from '#kit/ui/form/select-field.tsx'
import { COMPANY_ROLES, type CompanyRole } from '../limits.ts'
import type { MemberLimits } from '../schema.ts'
import { roleTexts } from '../texts.ts'

/** What is typed of a role and its limits. */
export interface MemberTexts {
  readonly role: CompanyRole
  readonly order: string
  readonly month: string
}

export const memberTextsOf = (role: CompanyRole, { order, month }: MemberLimits = {}): MemberTexts => ({
  role,
  order: order === undefined ? '' : String(order),
  month: month === undefined ? '' : String(month),
})

/** The limits of the texts. What is no number is sent as it is, so that the shop says what is wrong with it. */
export const limitsOf = ({ order, month }: MemberTexts): MemberLimits => ({
  ...(order.trim() && { order: Number(order.trim()) }),
  ...(month.trim() && { month: Number(month.trim()) }),
})

type MemberFieldsProps = {
  texts: MemberTexts
  onChange: (part: Partial<MemberTexts>) => void
  errors: Readonly<Partial<Record<string, string>>>
}

/** Role and limits of a member. */
export function MemberFields({ texts, onChange, errors }: MemberFieldsProps) {
  const isRole = (value: string): value is CompanyRole => COMPANY_ROLES.some((role) => role === value)
  const limit = (name: 'order' | 'month') => ({
    name: `limits/${name}`,
    inputMode: 'decimal' as const,
    autoComplete: 'off',
    value: texts[name],
    onChange: ({ target }: { target: { value: string } }) => onChange({ [name]: target.value }),
    error: errors[`limits/${name}`] ?? null,
  })
  return (
    <>
      <SelectField
        label="Role"
        name="role"
        value={texts.role}
        onChange={({ target }) => isRole(target.value) && onChange({ role: target.value })}
        hint={roleTexts[texts.role].may}
        error={errors.role ?? null}
      >
        {COMPANY_ROLES.map((role) => (
          <option key={role} value={role}>
            {roleTexts[role].name}
          </option>
        ))}
      </SelectField>
      <div className="grid gap-x-3 md:grid-cols-2">
        <Field {...limit('order')} label="Limit per order" hint="Orders above it wait for approval." />
        <Field {...limit('month')} label="Limit per month" hint="Leave empty for no limit." />
      </div>
    </>
  )
}
