import type { FieldChange } from '#kit/audit/field-change.ts'
import { isSameValue } from '../change-texts.ts'
import { draftOf, type SettingsDraft, type SettingsValues, valuesOf } from './draft.ts'

export const PARTS = ['seller', 'tax', 'delivery', 'mails'] as const

export type PartName = (typeof PARTS)[number]

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

/**
 * The draft on the settings as they are now: what is typed stays, every other field takes the value that another admin has
 * saved. `fields` are those of which that value differs from what is typed.
 */
export function rebase(
  draft: SettingsDraft,
  before: SettingsValues,
  theirs: SettingsValues,
): { readonly draft: SettingsDraft; readonly fields: readonly FieldName[] } {
  const mine = valuesOf(draft)
  const typed = new Set<FieldName>(changesBetween(before, mine).map(({ field }) => field))
  const different = new Set<FieldName>(changesBetween(mine, theirs).map(({ field }) => field))
  const fields = changesBetween(before, theirs)
    .map(({ field }) => field)
    .filter((field) => different.has(field))
  return {
    draft: take(
      draft,
      draftOf(theirs as Parameters<typeof draftOf>[0]),
      fields.filter((field) => !typed.has(field)),
    ),
    fields,
  }
}
