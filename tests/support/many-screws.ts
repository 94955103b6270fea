import type { NewProduct } from '#features/catalog/schema.ts'
import type { Person } from './customer.ts'
import type { RunningShop } from './running-shop.ts'
import { fileOfParts, samplePart } from './sample-product.ts'

/** The usual lengths of screws, and from which to which of them each thread has. */
const LENGTHS = [
  5, 6, 8, 10, 12, 16, 20, 25, 30, 35, 40, 45, 50, 55, 60, 65, 70, 80, 90, 100, 110, 120, 130, 140, 150, 160,
  180, 200,
]
const RANGES: readonly (readonly [diameter: number, from: number, to: number])[] = [
  [3, 5, 40],
  [4, 6, 50],
  [5, 8, 60],
  [6, 10, 100],
  [8, 12, 120],
  [10, 16, 150],
  [12, 20, 160],
  [16, 30, 180],
  [20, 40, 200],
  [24, 50, 200],
]

/** Each with the share of the screws that are made of it. */
const MADE_OF = [
  { code: '88', material: 'Steel', strength: '8.8', finish: 'Zinc plated', dearer: 1, upTo: 24 },
  { code: '109', material: 'Steel', strength: '10.9', finish: 'Plain', dearer: 1.3, upTo: 20 },
  { code: 'A2', material: 'Stainless steel', strength: 'A2-70', finish: 'Plain', dearer: 2.6, upTo: 16 },
  { code: 'MS', material: 'Brass', strength: undefined, finish: 'Plain', dearer: 4, upTo: 6 },
] as const

export const SCREWS = 'screws'

/** A category that two sizes span, as the seller of a full range has it, below another one. */
export const screwCategories = [
  { slug: 'fasteners', name: 'Fasteners', attributes: [] },
  {
    slug: SCREWS,
    name: 'Screws',
    parent: 'fasteners',
    attributes: [
      { key: 'thread', label: 'Thread', kind: 'text' },
      { key: 'length', label: 'Length', kind: 'number', unit: 'mm' },
      { key: 'material', label: 'Material', kind: 'text' },
      { key: 'strength', label: 'Strength class', kind: 'text' },
      { key: 'finish', label: 'Finish', kind: 'text' },
      { key: 'flats', label: 'Across flats', kind: 'number', unit: 'mm' },
    ],
  },
] as const

/** Hexagon screws M3 to M24 in four materials, more than 400; one is low and one is sold out. */
export function manyScrews(): NewProduct[] {
  return MADE_OF.flatMap(({ code, material, strength, finish, dearer, upTo }) =>
    RANGES.filter(([diameter]) => diameter <= upTo).flatMap(([diameter, from, to]) =>
      LENGTHS.filter((length) => from <= length && length <= to).map((length) => {
        const sku = `HX-${code}-M${diameter}-${length}`
        const grams = (0.0062 * diameter ** 2 * (length + 2 * diameter)) / 1
        return samplePart({
          sku,
          name: `Hexagon screw M${diameter} × ${length}, ${[material, strength, finish.toLowerCase()].filter(Boolean).join(' ')}`,
          category: SCREWS,
          attributes: {
            thread: `M${diameter}`,
            length,
            material,
            ...(strength && { strength }),
            finish,
            flats: diameter * 1.5,
          },
          price: Number((dearer * (0.012 + grams * 0.0035)).toFixed(4)),
          image: '/drawings/HX-933-M8-40.svg',
          quantity: { 'HX-88-M8-40': 320, 'HX-88-M8-45': 0 }[sku] ?? 1000 * ((length * diameter) % 241) + 600,
        })
      }),
    ),
  )
}

/** Adds the screws to a running shop as its seller does, by an import. */
export async function importScrews({ call }: Pick<RunningShop, 'call'>, admin: Person): Promise<void> {
  for (const { slug, ...category } of screwCategories)
    await call('PUT', `/api/category/${slug}`, { body: category, as: admin })
  const parts = manyScrews().map(({ attributes = {}, ...part }) => ({
    ...part,
    ...Object.fromEntries(Object.entries(attributes).map(([key, value]) => [`attribute:${key}`, value])),
  }))
  const headers = { 'Content-Type': 'text/csv' }
  const staged = await call('POST', '/api/import', { body: fileOfParts(parts), as: admin, headers })
  const { status, body } = await call('POST', `/api/import/${staged.body._id}/apply`, { as: admin })
  if (status !== 200) throw new Error(`The screws are not imported: ${JSON.stringify([staged.body, body])}`)
}
