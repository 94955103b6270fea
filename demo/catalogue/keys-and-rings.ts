import { boreRing, parallelKey, retainingWasher, shaftRing } from '#features/models/standard-tables.ts'
import type { DemoPart } from '../demo-part.ts'
import { DENSITY, madePart } from './rules.ts'
import { codeOf, lengthsOf, materialOf, rowOf, rowsOf } from './sizes.ts'

const BRIGHT = materialOf(DENSITY.steel, 4.4, ['CZ', 'DE', 'IT'], { material: 'Bright steel C45+C' })
const PHOSPHATED = materialOf(DENSITY.steel, 9, ['DE', 'IT', 'CZ'], {
  material: 'Spring steel',
  finish: 'Phosphated',
})
const PLAIN = { ...PHOSPHATED, attributes: { material: 'Spring steel' } }

/** DIN 6885-1: the lengths of keys that are kept. */
const KEY_LENGTHS = [8, 10, 12, 14, 16, 18, 20, 25, 32, 36, 40, 45, 50, 56, 63, 70, 80, 90, 100]

/** DIN 6885-1: of each width the shortest and the longest key, and the shafts that take it, over one diameter up to another. */
const KEY_RANGES = rowsOf(`
  3 6 36 8 10, 4 8 45 10 12, 5 10 56 12 17, 6 14 70 17 22, 8 18 90 22 30, 10 22 110 30 38, 12 28 140 38 44,
  14 36 160 44 50
`)
const SHAFTS = new Map(KEY_RANGES.map(([width = 0, , , over, to]) => [width, `${over} to ${to}`]))

const customsCode = '73182400'

/** Parallel keys, retaining rings for shafts and bores, and retaining washers. */
export const keysAndRings = (): DemoPart[] => [
  ...lengthsOf(KEY_RANGES, KEY_LENGTHS).map(([width, length]) => key(width, length)),
  // The lugs of those for 8 and 9 mm are too large for the model.
  ...shaftRing.sizes.filter((seat) => Number(seat) >= 10).map((seat) => ring('Shaft', Number(seat))),
  // The free diameter of the ring for 39 mm is not the same in all tables.
  ...boreRing.sizes.filter((seat) => seat !== '39').map((seat) => ring('Bore', Number(seat))),
  ...retainingWasher.sizes.map((groove) => washer(Number(groove))),
]

function key(width: number, length: number): DemoPart {
  const { height } = rowOf(parallelKey, width)
  return madePart({
    sku: `KP-6885-${width}-${height}-${length}`,
    name: `Parallel key A ${width} × ${height} × ${length}, DIN 6885`,
    category: 'pins-keys-and-rivets',
    kind: 'parallel-key',
    description: `DIN 6885-A, ${width} mm wide, ${height} mm high, ${length} mm long, round ends, bright steel C45+C. Carries torque between shafts of ${SHAFTS.get(width)} mm and hubs, gears or pulleys.`,
    attributes: { width, height, length, standard: 'DIN 6885' },
    material: BRIGHT,
    volume: (width * (length - width) + (Math.PI / 4) * width ** 2) * height,
    work: 0.05 + length * 0.0012,
    customsCode,
  })
}

/** What lies between a diameter through a circle and its edge below, within half a width on both sides of its middle. */
const stripArea = (radius: number, half: number): number =>
  half * Math.sqrt(radius ** 2 - half ** 2) + radius ** 2 * Math.asin(half / radius)

/** The gap between the lugs and how wide they are is left to the maker: they are as in the model. */
function ringArea(
  seat: 'Shaft' | 'Bore',
  { free, width, lug, hole }: Record<'free' | 'width' | 'lug' | 'hole', number>,
) {
  // A ring for bores is the other way round: its width and its lugs are inside.
  const [radius, side] = [free / 2, seat === 'Shaft' ? 1 : -1]
  const gap = free * 0.06
  const outside = gap + lug * 0.95
  const rim = radius + side * width * 0.75
  const lugs = 2 * (outside - gap) * (radius + side * lug) + stripArea(radius, gap)
  const round = Math.PI * (rim ** 2 - radius ** 2) - stripArea(rim, outside)
  return side * (round + lugs) + outside * width * 0.5 - (Math.PI / 2) * hole ** 2
}

/** The number of the standard, its table, what takes the ring, which of its sides has the free diameter, and its use. */
const RINGS = {
  Shaft: [471, shaftRing, 'shafts', 'inside', 'Keeps bearings and gears from sliding along the shaft.'],
  Bore: [472, boreRing, 'bores', 'outside', 'Holds bearings and seals in their housing.'],
} as const

function ring(seat: 'Shaft' | 'Bore', diameter: number): DemoPart {
  const [number, table, seats, free, use] = RINGS[seat]
  const row = rowOf(table, diameter)
  const { groove, thickness } = row
  return madePart({
    sku: `RR-${number}-${diameter}`,
    name: `Retaining ring for ${seats} ${diameter} × ${thickness}, DIN ${number}`,
    category: 'retaining-rings',
    kind: 'retaining-ring',
    description: `DIN ${number}, for ${seats} of ${diameter} mm with a ${groove} mm groove, ${thickness} mm thick, ${row.free} mm free ${free}, spring steel, phosphated. ${use}`,
    attributes: { seat, 'seat-diameter': diameter, groove, thickness, standard: `DIN ${number}` },
    material: PHOSPHATED,
    volume: ringArea(seat, row) * thickness,
    work: 0.01 + diameter * 0.0007,
    customsCode,
  })
}

/** DIN 6799: the shafts that take the washer of each groove, from one diameter to another. */
const WASHER_SHAFTS = new Map(
  rowsOf(`
    1.5 2 2.5, 1.9 2.5 3, 2.3 3 4, 3.2 4 5, 4 5 7, 5 6 8, 6 7 9, 7 8 11, 8 9 12, 9 10 14, 10 11 15, 12 13 18,
    15 16 24, 19 20 31, 24 25 38
  `).map(([groove = 0, from, to]) => [groove, `${from} to ${to}`]),
)

/** Its pockets, 60° each, are as deep as half of its width, as in the model. */
function washer(groove: number): DemoPart {
  const { outer, opening, thickness } = rowOf(retainingWasher, groove)
  const shafts = rowOf((size) => WASHER_SHAFTS.get(size), groove)
  const round = (Math.PI / 4) * (outer ** 2 - groove ** 2)
  const slot = stripArea(outer / 2, opening / 2) - stripArea(groove / 2, opening / 2)
  const pockets = (Math.PI / 3) * (((groove + outer) / 4) ** 2 - (groove / 2) ** 2)
  return madePart({
    sku: `RE-6799-${codeOf(groove)}`,
    name: `Retaining washer (E-clip) ${groove}, DIN 6799`,
    category: 'retaining-rings',
    kind: 'e-clip',
    description: `DIN 6799, for a ${groove} mm groove on shafts of ${shafts} mm, ${thickness} mm thick, ${outer} mm wide when fitted, spring steel. Pushed on from the side, for pins and light axles.`,
    attributes: { seat: 'Shaft', groove, thickness, standard: 'DIN 6799' },
    material: PLAIN,
    volume: (round - slot - pockets) * thickness,
    work: 0.011 + groove * 0.0006,
    customsCode,
  })
}
