import { discSpring as discSpringRow } from '#features/models/standard-tables.ts'
import type { DemoPart } from '../demo-part.ts'
import { DENSITY, madePart } from './rules.ts'
import { codeOf, materialOf, rowOf, rowsOf } from './sizes.ts'
import { cylinderVolume, tubeVolume } from './volumes.ts'

const WIRE = materialOf(DENSITY.steel, 7, ['IT', 'DE', 'CZ'], { material: 'Spring wire SH' })
const DISC = materialOf(DENSITY.steel, 12, ['DE', 'IT'], { material: 'Steel 51CrV4' })

/**
 * No standard lays down the sizes of compression springs by outside diameter: a range of our own. Wires of EN 10270-1 and two
 * outside diameters of each, with springs of so many active coils as DIN 2098-1 has.
 */
const SPRINGS = rowsOf(
  '0.5 4 5, 0.8 6 8, 1 8 10, 1.2 10 12, 1.6 12 16, 2 16 20, 2.5 20 25, 3.2 25 32, 4 32 40',
)
const ACTIVE_COILS = [3.5, 5.5, 8.5, 12.5]

/** EN 13906-1: the modulus of rigidity of spring wire in N/mm². */
const RIGIDITY = 81_500

/** How far a coil can be pressed, by its mean diameter: the stress stays below what EN 13906-1 allows. */
const TRAVEL = 0.2

function compressionSpring(wire: number, outer: number, coils: number): DemoPart {
  const mean = outer - wire
  const rate = Number(((RIGIDITY * wire ** 4) / (8 * mean ** 3 * coils)).toPrecision(3))
  const length = Math.ceil((coils + 2) * wire * 1.05 + coils * mean * TRAVEL)
  // By EN 13906-1 the ends are two coils, of which grinding takes about two fifths of one.
  const turns = coils + 1.6
  const rise = length / (coils + 2)
  return madePart({
    sku: `SP-C-${wire * 10}-${outer}-${length}`,
    name: `Compression spring ${wire.toFixed(1)} × ${outer} × ${length}, EN 10270-1`,
    category: 'springs',
    kind: 'compression-spring',
    description: `Wire ${wire} mm to EN 10270-1 SH, ${outer} mm outside, ${length} mm long, ${coils} active coils, ends closed and ground. Rate ${rate} N/mm. For valves, plungers, latches and return levers.`,
    attributes: { type: 'Compression', wire, outer, length, rate, standard: 'EN 10270-1' },
    material: WIRE,
    volume: cylinderVolume(wire, turns * Math.hypot(Math.PI * mean, rise)),
    work: 0.08 + wire * 0.03 + coils * 0.002,
    customsCode: '73202050',
  })
}

/** DIN 2093: the outside diameters, and the thicknesses of series A and of series B. */
const DISCS = rowsOf(`
  8 0.4 0.3, 10 0.5 0.4, 12.5 0.7 0.5, 14 0.8 0.5, 16 0.9 0.6, 18 1 0.7, 20 1.1 0.8, 22.5 1.25 0.8, 25 1.5 0.9,
  28 1.5 1, 31.5 1.75 1.25, 35.5 2 1.25, 40 2.25 1.5, 45 2.5 1.75, 50 3 2
`)

/** Compression springs with closed and ground ends; disc springs, a thick one (series A) and a thin one (series B) of each width. */
export const springs = (): DemoPart[] => [
  ...SPRINGS.flatMap(([wire = 0, ...outers]) =>
    outers.flatMap((outer) => ACTIVE_COILS.map((coils) => compressionSpring(wire, outer, coils))),
  ),
  ...DISCS.flatMap(([outer = 0, thick = 0, thin = 0]) => [
    discSpring('A', outer, thick),
    discSpring('B', outer, thin),
  ]),
]

function discSpring(series: 'A' | 'B', outer: number, thickness: number): DemoPart {
  const { inner, height } = rowOf(discSpringRow, `${outer} × ${thickness}`)
  return madePart({
    sku: `SP-2093-${series}${codeOf(outer)}`,
    name: `Disc spring ${series} ${outer}, ${outer} × ${inner} × ${thickness}, DIN 2093`,
    category: 'washers-and-disc-springs',
    kind: 'disc-spring',
    description: `DIN 2093 / EN 16983 series ${series}, ${outer} mm outside, ${inner} mm inside, ${thickness} mm thick, ${height} mm high, steel 51CrV4. Great force on a short way; stacks keep bolts tight.`,
    attributes: { inner, outer, thickness, standard: 'DIN 2093 / EN 16983' },
    material: DISC,
    volume: tubeVolume(inner, outer, thickness),
    work: 0.03 + outer * 0.003,
    customsCode: '73209050',
  })
}
