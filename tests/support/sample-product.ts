import type { ChangedProduct, ManagedProduct, NewProduct, Product } from '#features/catalog/schema.ts'
import { newId } from '#kit/id.ts'

/** What a part has to have besides its name and its price. A required field of products is added here. */
const REQUIRED: Omit<NewProduct, 'name'> = {
  quantity: 1000,
  description: 'A part to test with.',
  image: '/drawings/sample.svg',
}

/** A valid part as an admin enters it, with a name of its own. With `prices` it has no other price. */
export const samplePart = <Given extends Partial<NewProduct>>(
  given: Given = {} as Given,
): NewProduct & Given => ({
  name: `Sample part ${newId()}`,
  ...(given.prices === undefined && { price: 0.0425 }),
  ...REQUIRED,
  ...given,
})

/** A product as the API answers it. */
export function sampleProduct<Given extends Partial<ManagedProduct>>(
  given: Given = {} as Given,
): Product & Given {
  const { price = 0.0425, minimum = 100 } = given
  return {
    _id: 'sample',
    sku: 'SAMPLE-1',
    name: 'Sample part',
    price,
    ...REQUIRED,
    minimum,
    step: 1,
    prices: [{ from: minimum, price }],
    images: [{ image: given.image ?? REQUIRED.image }],
    attributes: [],
    model: { reason: 'A sample' },
    files: [],
    revision: 1,
    updatedAt: '2026-01-01T00:00:00.000Z',
    ...given,
  }
}

/** The request that replaces the fields of a product: as they are, but for the change. Its price replaces all price breaks. */
export const replacementOf = (
  { attributes, ...product }: Product,
  change: Partial<ChangedProduct>,
): ChangedProduct => ({
  ...product,
  attributes: Object.fromEntries(attributes.map(({ key, value }) => [key, value])),
  ...(change.price !== undefined && { prices: undefined }),
  ...change,
})

/**
 * A file of parts as an import reads it: of each the cells that are not those of a sample. Columns are parted by `mark`.
 */
export function fileOfParts(parts: readonly Readonly<Record<string, unknown>>[], mark = ','): string {
  const rows = parts.map((part): Readonly<Record<string, unknown>> => ({ sku: '', ...samplePart(), ...part }))
  const columns = [...new Set(rows.flatMap(Object.keys))]
  const lines = [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))]
  return lines.map((cells) => cells.map(cellOf).join(mark)).join('\n')
}

const cellOf = (value: unknown): string => {
  const text = String(value)
  return /[;,"\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
