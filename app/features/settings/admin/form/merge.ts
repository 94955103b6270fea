import type { FieldChange } from '#kit/audit/field-change.ts'
import { fieldsMeanwhile } from '#kit/ui/admin/fields-meanwhile.ts'
import { PARTS, type PartName, type Settings } from '../../schema.ts'
import { isSameValue } from '../change-texts.ts'
import { draftOf, type SettingsDraft, type SettingsValues, valuesOf, valuesOfSettings } from './draft.ts'

/** A field as the audit log names it, such as `tax.rates`. */
export type FieldName = `${PartName}.${string}`

type Values = Readonly<Record<string, unknown>>

const fieldsOf = (part: PartName, ...values: readonly SettingsValues[]): string[] => [
  ...new Set(values.flatMap((each) => Object.keys(each[part]))),
]

/** The fields that differ, with both values. */
export const changesBetween = (before: SettingsValues, after: SettingsValues) =>
  PARTS.flatMap((part) =>
    fieldsOf(part, before, after).flatMap((name) => {
      const [from, to] = [(before[part] as Values)[name], (after[part] as Values)[name]]
      return isSameValue(from, to) ? [] : [{ field: `${part}.${name}` as const, from, to }]
    }),
  ) satisfies (FieldChange & { field: FieldName })[]

/** The draft with the values of another one in these fields. */
export function take(draft: SettingsDraft, from: SettingsDraft, fields: readonly FieldName[]): SettingsDraft {
  const taken = (part: PartName) => {
    const values = from[part] as unknown as Values
    const names = fields.filter((field) => field.startsWith(`${part}.`)).map((field) => nameOf(field))
    return { ...draft[part], ...Object.fromEntries(names.map((name) => [name, values[name]])) }
  }
  return Object.fromEntries(PARTS.map((part) => [part, taken(part)])) as unknown as SettingsDraft
}

const nameOf = (field: FieldName): string => field.slice(field.indexOf('.') + 1)

/** The draft on the settings as they are now: what is typed stays. `theirs` are the fields that say otherwise than it did. */
export function rebase(draft: SettingsDraft, before: Settings, now: Settings) {
  const { fields, untouched } = fieldsMeanwhile(
    (from: SettingsValues, to: SettingsValues) => changesBetween(from, to).map(({ field }) => field),
    { before: valuesOfSettings(before), mine: valuesOf(draft), theirs: valuesOfSettings(now) },
  )
  return { draft: take(draft, draftOf(now), untouched), theirs: fields.length > 0 ? fields : undefined }
}
