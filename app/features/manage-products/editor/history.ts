import { breaksText, productField } from '#features/catalog/fields.ts'
import { fileKindTexts } from '#features/catalog/file-texts.ts'
import type { Category, ManagedProduct, Product, ProductEvent } from '#features/catalog/schema.ts'
import type { FieldChange } from '#kit/audit/field-change.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { dayText } from '#kit/text/moment-text.ts'
import type { ChangeText } from '#kit/ui/admin/save-bar.tsx'
import { attributeField, breaksFrom, changedFields, type Draft, productDraftOf, withBreaks } from './draft.ts'
import { changeText, fieldLabel, NOTHING_TEXT } from './draft-text.ts'

type Happened = Pick<ProductEvent, 'kind' | 'changes'>

const TITLES: Readonly<Record<Exclude<ProductEvent['kind'], 'imported' | 'undone'>, string>> = {
  created: 'Added',
  published: 'Put up for sale',
  changed: 'Changed',
  stock: 'Stock changed',
  counted: 'Counted',
  count_undone: 'Count undone',
  archived: 'Archived',
  restored: 'For sale again',
  file_added: 'File added',
  file_removed: 'File deleted',
  featured: 'Marked as featured',
  unfeatured: 'No longer featured',
  planned: 'Prices planned',
  plan_removed: 'Planned prices deleted',
}

/** What happened, as the head of an entry. An import that archives or restores a product changes no field of it. */
export function eventTitle(event: Happened): string {
  const { kind, changes } = event
  if (kind === 'undone') return changes.length === 0 ? 'Import undone: archived' : 'Import undone'
  if (kind !== 'imported') return TITLES[kind]
  if (changes.length === 0) return 'For sale again by an import'
  return isAddition(event) ? 'Added by an import' : 'Changed by an import'
}

/** Whether the product did not exist before. */
export const isAddition = ({ kind, changes }: Happened): boolean =>
  kind === 'created' ||
  (kind === 'imported' && changes.some(({ field, from }) => field === 'sku' && from === null))

/** What the entry of a stock is of; the stock itself has the name of its field. */
const STOCK_LABELS: Readonly<Record<string, string | undefined>> = {
  quantity: undefined,
  onHand: 'On hand',
  backordered: 'Taken by backorders',
}

/** The changes of an entry of a product's history, an attribute each for itself. */
export function changeTexts(changes: readonly FieldChange[], categories: readonly Category[]): ChangeText[] {
  const from = formOf(changes, 'from')
  const to = formOf(changes, 'to')
  const stocks = changes.filter(({ field }) => field in STOCK_LABELS)
  return [
    ...changedFields(from, to).map((field) => changeText(field, from, to, categories)),
    ...changes.filter(({ field }) => field === 'file').map(fileChangeText),
    ...changes.filter(({ field }) => field === 'plannedPrices').map(planChangeText),
    ...changes.filter(({ field }) => field === 'images').map(picturesChangeText),
    ...stocks.map((stock) => ({
      label: STOCK_LABELS[stock.field] ?? fieldLabel('quantity', []),
      from: stockText(stock.from),
      to: stockText(stock.to),
    })),
  ]
}

const fileChangeText = ({ from, to }: FieldChange): ChangeText => ({
  label: 'File',
  from: fileTitle(from),
  to: fileTitle(to),
})

/** Prices for a day: they are none of the product before it, so no form gets them. */
function planChangeText({ from, to }: FieldChange): ChangeText {
  const [before, after] = [from as Partial<PlannedChange> | null, to as PlannedChange | null]
  const day = after?.day ?? before?.day
  return {
    label: day === undefined ? 'Prices' : `Prices from ${dayText(day)}`,
    from: before?.prices ? breaksText(before.prices) : NOTHING_TEXT,
    to: after ? breaksText(after.prices) : NOTHING_TEXT,
  }
}

interface PlannedChange {
  readonly day: string
  readonly prices: Product['prices']
}

const picturesChangeText = ({ from, to }: FieldChange): ChangeText => ({
  label: 'Pictures',
  from: picturesText(from),
  to: picturesText(to),
})

/** "2: From above, no text" */
function picturesText(images: unknown): string {
  const pictures = images as Product['images']
  return `${pictures.length}: ${pictures.map(({ alt }) => alt ?? 'no text').join(', ')}`
}

/** The title of a file in a history, with its kind. */
function fileTitle(file: unknown): string {
  if (file === null) return NOTHING_TEXT
  const { kind, title } = file as Pick<Product['files'][number], 'kind' | 'title'>
  return `${fileKindTexts[kind]}: ${title}`
}

const stockText = (pieces: unknown): string =>
  typeof pieces === 'number' ? formatCount(pieces) : NOTHING_TEXT

/** The form of a product as it was before `newer`, its newest entries, newest first. The stock is not in the form. */
export const formBefore = (product: ManagedProduct, newer: readonly ProductEvent[]): Draft =>
  Object.assign({}, productDraftOf(product), ...newer.map(({ changes }) => formOf(changes, 'from')))

/** One side of changes as a part of the form. An attribute that only the other side has is empty. */
function formOf(changes: readonly FieldChange[], side: 'from' | 'to'): Draft {
  const parts = changes.map(({ field, from, to }): Draft => {
    const value = side === 'from' ? from : to
    if (field === 'attributes') return attributesOf({ ...emptied(from), ...emptied(to), ...asRecord(value) })
    if (field === 'prices') return withBreaks(breaksFrom((value ?? []) as Product['prices']))
    return productField(field)?.edit ? { [field]: String(value ?? '') } : {}
  })
  return Object.assign({}, ...parts)
}

const asRecord = (value: unknown): Readonly<Record<string, unknown>> => Object(value ?? {})

const emptied = (value: unknown) => Object.fromEntries(Object.keys(asRecord(value)).map((key) => [key, '']))

const attributesOf = (values: Readonly<Record<string, unknown>>): Draft =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [attributeField(key), String(value)]))
