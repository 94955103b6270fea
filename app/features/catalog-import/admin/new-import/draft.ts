import type { FileColumns, KnownField, Reading } from '../../schema.ts'

/** What somebody says of a file before it is read. */
export interface ImportDraft {
  /** By column of the file; an empty text leaves it out. */
  readonly columns: readonly string[]
  readonly marks: Readonly<Record<number, '.' | ','>>
  readonly newParts: 'add' | 'refuse' | undefined
  /** By field, what all new parts have in it. */
  readonly values: Readonly<Record<string, string>>
}

/** What the file itself says. A number of two readings is never chosen for somebody. */
export function firstDraft({ columns, remembered, knownParts, unknownParts }: FileColumns): ImportDraft {
  const marks = Object.fromEntries(
    columns.flatMap(({ field }, index) => {
      const mark = field === undefined ? undefined : remembered?.marks?.[field]
      return mark === undefined ? [] : [[index, mark]]
    }),
  )
  const isClear = knownParts === 0 || unknownParts === 0
  const likely = unknownParts > 0 ? 'add' : knownParts > 0 ? 'refuse' : undefined
  return {
    columns: columns.map(({ field = '' }) => field),
    marks,
    newParts: remembered?.newParts ?? (isClear ? likely : undefined),
    values: remembered?.values ?? {},
  }
}

/** The draft where the same file is read again: a column that meant nothing has what it seems to mean by now. */
export const readAgain = (draft: ImportDraft, before: FileColumns, found: FileColumns): ImportDraft => ({
  ...draft,
  columns: draft.columns.map((field, index) =>
    field === '' && before.columns[index]?.field === undefined ? (found.columns[index]?.field ?? '') : field,
  ),
})

/** Something that has to be answered before the file is read; `column` is the place of the column that it is about. */
export interface OpenQuestion {
  readonly text: string
  readonly column?: number
}

/** The fields that new parts need and no column has. */
export const missingFields = ({ fields }: FileColumns, { columns }: ImportDraft): KnownField[] =>
  fields.filter(({ needed, field }) => needed === 'new parts' && !hasField(columns, field))

/** A price can be said by its price breaks too. */
const hasField = (columns: readonly string[], field: string): boolean =>
  columns.includes(field) ||
  (field === 'price' && (columns.includes('prices') || columns.includes('price 1')))

/** Whether the numbers of a column are asked for. */
export const asksForMark = (found: FileColumns, draft: ImportDraft, index: number): boolean =>
  found.columns[index]?.twoWays !== undefined &&
  found.fields.some(({ field, isNumber }) => isNumber && field === draft.columns[index])

export function openQuestions(found: FileColumns, draft: ImportDraft): OpenQuestion[] {
  const { columns, marks, newParts, values } = draft
  const labelOf = (name: string): string => found.fields.find(({ field }) => field === name)?.label ?? name
  const twice = columns.flatMap((field, index) =>
    field !== '' && columns.indexOf(field) < index
      ? [{ text: `Two columns mean “${labelOf(field)}”: leave one of them out.`, column: index }]
      : [],
  )
  const unread = found.columns.flatMap(({ head, twoWays }, index) =>
    twoWays && asksForMark(found, draft, index) && marks[index] === undefined
      ? [{ text: `“${head}”: say what ${twoWays.text} is.`, column: index }]
      : [],
  )
  const missing =
    newParts === 'add'
      ? missingFields(found, draft)
          .filter(({ field }) => (values[field] ?? '').trim() === '')
          .map(({ label }) => ({
            text: `New parts need “${label}”: choose its column, or fill it in for all.`,
          }))
      : []
  return [
    ...(columns.includes('sku') ? [] : [{ text: 'Choose the column with the part numbers.' }]),
    ...twice,
    ...unread,
    ...(newParts === undefined
      ? [{ text: 'Choose what happens with part numbers that the shop does not have.' }]
      : []),
    ...missing,
  ]
}

/** What is sent of it. */
export function toReading(found: FileColumns, draft: ImportDraft): Reading {
  const marks = draft.columns.flatMap((field, index) => {
    const mark = draft.marks[index]
    return mark !== undefined && asksForMark(found, draft, index) ? [[field, mark] as const] : []
  })
  const values = Object.entries(draft.values).filter(
    ([field, value]) => value.trim() !== '' && !hasField(draft.columns, field),
  )
  return {
    headRow: found.headRow,
    columns: [...draft.columns],
    ...(marks.length > 0 && { marks: Object.fromEntries(marks) }),
    ...(draft.newParts && { newParts: draft.newParts }),
    ...(draft.newParts === 'add' && values.length > 0 && { values: Object.fromEntries(values) }),
  }
}
