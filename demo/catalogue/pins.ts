import { clevisPin, dowelPin, springPin } from '#features/models/standard-tables.ts'
import type { DemoPart } from '../demo-part.ts'
import { DENSITY, madePart } from './rules.ts'
import { codeOf, lengthsOf, materialOf, rowOf, rowsOf } from './sizes.ts'
import { cylinderVolume, frustumVolume, outerEdgeVolume, tubeVolume, zoneVolume } from './volumes.ts'

const HARDENED = materialOf(DENSITY.steel, 4.2, ['DE', 'CZ', 'IT'], {
  material: 'Through-hardened steel',
  rockwell: 55,
  finish: 'Ground',
})
const SPRING = materialOf(DENSITY.steel, 3.6, ['CZ', 'DE', 'CN'], { material: 'Spring steel' })
const ZINC = materialOf(DENSITY.steel, 5.5, ['PL', 'CZ', 'TR'], { material: 'Steel', finish: 'Zinc plated' })

/** The lengths of ISO 8734 and ISO 8752 that are kept; the standards have some between them. */
const LENGTHS = [4, 6, 8, 10, 12, 14, 16, 20, 24, 30, 35, 40, 50, 60, 80, 100]

/** ISO 8734, table 1: the shortest and the longest pin of each diameter. */
const DOWEL_LENGTHS = rowsOf(
  '1.5 4 16, 2 5 20, 2.5 6 24, 3 8 30, 4 10 40, 5 12 50, 6 14 60, 8 18 80, 10 22 100, 12 26 100',
)

/** ISO 8752, table 1. */
const SPRING_LENGTHS = rowsOf('2 4 30, 2.5 4 30, 3 4 40, 4 4 50, 5 5 80, 6 10 100, 8 10 120, 10 10 120')

/** ISO 2341, table 1. */
const CLEVIS_LENGTHS = rowsOf('4 8 40, 5 10 50, 6 12 60, 8 16 80, 10 20 100, 12 24 120')

const customsCode = '73182900'
const category = 'pins-keys-and-rivets'

/** Dowel pins, slotted spring pins and clevis pins. */
export const pins = (): DemoPart[] => [
  ...lengthsOf(DOWEL_LENGTHS, LENGTHS).map(dowel),
  ...lengthsOf(SPRING_LENGTHS, LENGTHS).map(spring),
  ...lengthsOf(CLEVIS_LENGTHS, LENGTHS).map(clevis),
]

/** ISO 8734: a chamfer of 15° at one end, the other round. */
function dowel([nominal, length]: readonly [number, number]): DemoPart {
  const { chamfer } = rowOf(dowelPin, nominal)
  const round = nominal * 0.1
  return madePart({
    sku: `PD-8734-${codeOf(nominal)}-${length}`,
    name: `Dowel pin ${nominal} × ${length}, ISO 8734`,
    category,
    kind: 'dowel-pin',
    description: `ISO 8734-A, ${nominal} mm to m6, ${length} mm long, through-hardened steel 550 to 650 HV (about 55 HRC), ground. Locates tool plates, fixtures and housings against each other.`,
    attributes: { nominal, length, standard: 'ISO 8734' },
    material: HARDENED,
    volume:
      frustumVolume(nominal - 2 * chamfer * Math.tan(Math.PI / 12), nominal, chamfer) +
      cylinderVolume(nominal, length - chamfer - round) +
      zoneVolume(nominal, 0, round),
    work: 0.025 + nominal * 0.002,
    customsCode,
  })
}

/** ISO 8752: as it is in its hole, with a slit of 0.14 times its diameter. */
function spring([nominal, length]: readonly [number, number]): DemoPart {
  const { wall, chamfer } = rowOf(springPin, nominal)
  const bevel = Math.min(wall / 2, chamfer / 3)
  const chamfers =
    2 * (cylinderVolume(nominal, chamfer) - frustumVolume(nominal - 2 * bevel, nominal, chamfer))
  const slit = (nominal * 0.14) / (Math.PI * (nominal - wall))
  return madePart({
    sku: `PR-8752-${codeOf(nominal)}-${length}`,
    name: `Slotted spring pin ${nominal} × ${length}, ISO 8752`,
    category,
    kind: 'spring-pin',
    description: `ISO 8752 / DIN 1481, for holes of ${nominal} mm, ${length} mm long, wall ${wall} mm, spring steel, chamfered at both ends. Driven into a drilled hole it holds by its own spring.`,
    attributes: { nominal, length, standard: 'ISO 8752 / DIN 1481' },
    material: SPRING,
    volume: (tubeVolume(nominal - 2 * wall, nominal, length) - chamfers) * (1 - slit),
    work: 0.008 + nominal * 0.0016,
    customsCode,
  })
}

/** ISO 2341 form B: with a hole for a split pin. */
function clevis([nominal, length]: readonly [number, number]): DemoPart {
  const { head, headHeight, hole, chamfer } = rowOf(clevisPin, nominal)
  return madePart({
    sku: `PC-2341-${nominal}-${length}`,
    name: `Clevis pin with head and hole ${nominal} × ${length}, ISO 2341 B`,
    category,
    kind: 'clevis-pin',
    description: `ISO 2341-B, ${nominal} mm to h11, ${length} mm long, head ${head} × ${headHeight} mm, hole ${hole} mm for a split pin, steel, zinc plated. The hinge pin of fork heads, levers and linkages.`,
    attributes: { nominal, length, standard: 'ISO 2341' },
    material: ZINC,
    volume:
      cylinderVolume(head, headHeight) -
      outerEdgeVolume(head, Math.min(headHeight, head) * 0.15) +
      cylinderVolume(nominal, length) -
      outerEdgeVolume(nominal, chamfer) -
      cylinderVolume(hole, nominal) * (1 - (hole / nominal) ** 2 / 8),
    work: 0.09 + nominal * 0.009,
    customsCode,
  })
}
