import { coarsePitch } from '#features/models/standard-tables.ts'
import type { DemoPart } from '../demo-part.ts'
import { longText, shortText } from './metals.ts'
import { type Material, madePart } from './rules.ts'
import { lengthsOf, rowOf, rowsOf } from './sizes.ts'
import { type Dimensions, type Fastener, solidVolumes, threadsOf } from './volumes.ts'

/** A family of fasteners: one standard in its sizes and metals. */
export interface Family {
  /** The begin of its part numbers. */
  readonly prefix: string
  readonly name: string
  readonly standard: string
  readonly category: string
  readonly kind: string
  /** The formula of its volume. */
  readonly volume: Fastener
  /** The lengths by the diameter of the thread, in mm; one 0 where it has none. */
  readonly lengths: Readonly<Record<number, readonly number[]>>
  /** The metals, and the least and the greatest thread of each. */
  readonly metals: readonly (readonly [metal: Material, from: number, to: number])[]
  /** The row of the standard's table, completed for this length. */
  sizes(of: Threaded): Readonly<Partial<Dimensions>> | undefined
  /** The attributes besides thread, length, standard and metal, from the sizes. */
  attributes(sizes: Dimensions): Readonly<Record<string, string | number>>
  /** What its description says of its sizes. Short: the search indexes all sequences of its letters, which takes time. */
  says(sizes: Dimensions): string
  readonly customsCode: (diameter: number, length: number) => string
  /** Dollars of work in a piece of 1 mm diameter; 0.0012 without. */
  readonly workPerMm?: number
}

/** A thread with its coarse pitch, and the length of the part. */
type Threaded = Readonly<Record<'diameter' | 'pitch' | 'length', number>> & { readonly name: string }

/** ISO 4753: nominal lengths, in mm. */
const LENGTHS = [
  3, 4, 5, 6, 8, 10, 12, 16, 20, 25, 30, 35, 40, 45, 50, 55, 60, 65, 70, 80, 90, 100, 110, 120, 130, 140, 150,
  160, 180, 200,
]

/** `3 6 30, 4 8 40`: of each thread those from its shortest to its longest. */
export const lengthsBetween = (printed: string): Family['lengths'] =>
  Object.fromEntries(
    rowsOf(printed).map((row) => [row[0], lengthsOf([row], LENGTHS).map(([, length]) => length)]),
  )

/** The parts of a family: by thread, then length, then metal. */
export function partsOf(family: Family): DemoPart[] {
  return Object.entries(family.lengths).flatMap(([nominal, lengths]) => {
    const diameter = Number(nominal)
    const metals = family.metals.filter(([, from, to]) => diameter >= from && diameter <= to)
    return lengths.flatMap((length) => {
      const threaded = { name: `M${diameter}`, diameter, pitch: rowOf(coarsePitch, diameter), length }
      const row = rowOf(() => family.sizes(threaded), threaded.name)
      return metals.map(([metal]) => partOf(family, metal, { ...threaded, ...row } as Dimensions))
    })
  })
}

function partOf(family: Family, metal: Material, sizes: Dimensions): DemoPart {
  const { prefix, name, standard, category, kind, workPerMm = 0.0012 } = family
  const { diameter, length } = sizes
  const thread = `M${diameter}`
  const size = length > 0 ? `${thread} × ${length}` : thread
  return madePart({
    sku: [prefix, thread, ...(length > 0 ? [length] : []), metal.code].join('-'),
    name: `${name} ${size}, ${standard}, ${shortText(metal)}`,
    category,
    kind,
    description: `${standard}, ${size}, ${longText(metal)}. ${family.says(sizes)}`,
    attributes: { thread, ...(length > 0 && { length }), ...family.attributes(sizes), standard },
    material: metal,
    volume: solidVolumes[family.volume](sizes) + threadsOf(family.volume, sizes),
    work: 0.004 + workPerMm * diameter,
    customsCode: family.customsCode(diameter, length),
  })
}
