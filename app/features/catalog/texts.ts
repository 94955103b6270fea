import { formatDecimal } from '#kit/text/count-text.ts'
import type { Product } from './schema.ts'
import type { FileKind, FileType } from './states.ts'

/** Texts that the specification quotes literally, mistakes included, and a few others. Each is written only here. */
export const productTexts = {
  added: 'Product added successfully',
  deleted: 'Product deleted successfully',
} as const

/** The sequences in which pages of all parts can be shown. */
export const sortTexts = {
  newest: 'Newest first',
  name: 'By name',
  price: 'Lowest price first',
  '-price': 'Highest price first',
} as const

/** The value of an attribute with its unit: "40 mm". */
export const attributeText = ({
  value,
  unit,
}: Pick<Product['attributes'][number], 'value' | 'unit'>): string => (unit ? `${value} ${unit}` : `${value}`)

/** Grams: "4.7 g", "1,250 g" */
export const weightText = (grams: number): string => `${formatDecimal(grams)} g`

/** "1 working day", "3 working days" */
export const workingDaysText = (days: number): string => `${days} working ${days === 1 ? 'day' : 'days'}`

/** A code of the tariff as customs write it: its heading of four digits, then pairs: "7318 15 20" */
export const customsCodeText = (digits: string): string =>
  [digits.slice(0, 4), ...(digits.slice(4).match(/\d{1,2}/g) ?? [])].join(' ')

/** What a file is, by its kind. */
export const fileKindTexts = {
  model: 'Model',
  drawing: 'Drawing',
  certificate: 'Certificate',
  manual: 'Manual',
  other: 'Other',
} as const satisfies Record<FileKind, string>

const TYPE_TEXTS: Readonly<Record<FileType, string>> = {
  'model/step': 'STEP',
  'model/stl': 'STL',
  'image/vnd.dxf': 'DXF',
  'application/pdf': 'PDF',
  'image/png': 'PNG',
}

/** Bytes: "840 B", "1.2 kB", "34 MB" */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  const [size, unit] = bytes < 999_500 ? [bytes / 1000, 'kB'] : [bytes / 1_000_000, 'MB']
  return `${size < 9.95 ? formatDecimal(Math.round(size * 10) / 10) : Math.round(size)} ${unit}`
}

/** "Certificate, PDF, 1.2 MB" */
export const fileText = ({
  kind,
  type,
  size,
}: Pick<Product['files'][number], 'kind' | 'type' | 'size'>): string =>
  `${fileKindTexts[kind]}, ${TYPE_TEXTS[type]}, ${sizeText(size)}`
