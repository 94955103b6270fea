import { ballBearing } from '#features/models/standard-tables.ts'
import type { DemoPart } from '../demo-part.ts'
import { DENSITY, madePart } from './rules.ts'
import { materialOf, rowOf, rowsOf } from './sizes.ts'
import { boreEdgeVolume, outerEdgeVolume, tubeVolume, zoneVolume } from './volumes.ts'

const CHROME = materialOf(DENSITY.steel, 9.5, ['SK', 'CN', 'AT', 'JP', 'DE'], { material: 'Chrome steel' })
const WRAPPED = materialOf(7.6, 14, ['FR', 'SK', 'CN'], { material: 'Steel with sintered bronze and PTFE' })
const BRONZE = materialOf(DENSITY.bronze, 16, ['IT', 'DE'], { material: 'Bronze CuSn8' })

/** ISO 15, DIN 625-1: number, bore, outside and width of small bearings and of the series 60, 62 and 63. */
const BEARINGS = rowsOf(`
  623 3 10 4, 624 4 13 5, 634 4 16 5, 625 5 16 5, 635 5 19 6, 626 6 19 6, 607 7 19 6, 627 7 22 7,
  608 8 22 7, 609 9 24 7, 629 9 26 8,
  6000 10 26 8, 6001 12 28 8, 6002 15 32 9, 6003 17 35 10, 6004 20 42 12, 6005 25 47 12,
  6006 30 55 13, 6007 35 62 14, 6008 40 68 15, 6009 45 75 16, 6010 50 80 16,
  6200 10 30 9, 6201 12 32 10, 6202 15 35 11, 6203 17 40 12, 6204 20 47 14, 6205 25 52 15,
  6206 30 62 16, 6207 35 72 17, 6208 40 80 18, 6209 45 85 19, 6210 50 90 20,
  6300 10 35 11, 6301 12 37 12, 6302 15 42 13, 6303 17 47 14, 6304 20 52 15, 6305 25 62 17,
  6306 30 72 19, 6307 35 80 21, 6308 40 90 23, 6309 45 100 25, 6310 50 110 27
`)

/** The end of its number, what it is called, what its description says, and the work. */
const SEALINGS = [
  ['', 'Open', 'open on both sides for oil lubrication', 0],
  ['-2Z', 'Steel shields', 'steel shields on both sides (ZZ), greased for life', 0.05],
  ['-2RS', 'Rubber seals', 'rubber seals on both sides (2RS), greased for life', 0.08],
] as const

/** Deep groove ball bearings, each open, with shields and with seals. */
const ballBearings = (): DemoPart[] =>
  BEARINGS.flatMap(([number = 0, bore = 0, outer = 0, width = 0]) =>
    SEALINGS.map(([suffix, sealing, says, work]) =>
      madePart({
        sku: `BB-${number}${suffix}`,
        name: `Deep groove ball bearing ${number}${suffix}, ${bore} × ${outer} × ${width}`,
        category: 'ball-bearings',
        kind: 'ball-bearing',
        description: `ISO 15 / DIN 625, ${number}${suffix}, bore ${bore} mm, outside ${outer} mm, width ${width} mm, chrome steel, ${says}. For ${usesOf(number)}.`,
        attributes: { bore, outer, width, sealing, standard: 'ISO 15 / DIN 625' },
        material: CHROME,
        volume: bearingVolume(bore, outer, width),
        work: 0.24 + outer * 0.006 + work,
        customsCode: '84821050',
      }),
    ),
  )

function usesOf(number: number): string {
  if (number < 1000) return 'rollers, small motors, printers and models'
  if (number < 6200) return 'electric motors, spindles and gearboxes with little room'
  return number < 6300 ? 'electric motors, pumps and conveyor drums' : 'gearboxes, compressors and axles'
}

/**
 * The rings and the balls between them, as an open bearing weighs: no standard says what is inside, so its proportions are those
 * of the model. Shields and seals weigh about as much as the grease that is missing in it.
 */
function bearingVolume(bore: number, outer: number, width: number): number {
  const { chamfer } = rowOf(ballBearing, `${bore} × ${outer} × ${width}`)
  const thick = (outer - bore) / 2
  const [ringWidth, ball, gap] = [thick * 0.32, thick * 0.29, thick * 0.36]
  const count = Math.max(5, Math.floor((Math.PI * (outer + bore)) / 4 / (ball * 1.5)))
  const end = 2 * Math.sqrt(ball ** 2 - (gap / 2) ** 2)
  return (
    tubeVolume(outer - 2 * ringWidth, outer, width) +
    tubeVolume(bore, bore + 2 * ringWidth, width) -
    2 * (outerEdgeVolume(outer, chamfer) + boreEdgeVolume(bore, chamfer)) +
    count * zoneVolume(end, end, gap)
  )
}

/** ISO 3547-1, series B: bore, outside, then the widths that are kept. */
const WRAPPED_BUSHES = rowsOf(`
  8 10 8 10 12, 10 12 8 10 12 15 20, 12 14 10 12 15 20 25, 14 16 10 15 20 25, 15 17 10 15 20 25,
  16 18 10 15 20 25, 18 20 15 20 25, 20 23 15 20 25 30, 22 25 15 20 25 30, 24 27 15 20 25 30,
  25 28 15 20 25 30, 28 32 20 25 30, 30 34 20 25 30 40, 32 36 20 30 40, 35 39 20 30 40,
  40 44 20 30 40 50
`)

/** ISO 4379 form C, the greatest of the three outside diameters: bore, outside, then the widths. */
const BRONZE_BUSHES = rowsOf(`
  10 16 6 10, 12 18 10 15 20, 14 20 10 15 20, 15 21 10 15 20, 16 22 12 15 20, 18 24 12 20 30,
  20 26 15 20 30, 22 28 15 20 30, 25 32 20 30 40, 28 36 20 30 40, 30 38 20 30 40, 32 40 20 30 40,
  35 45 30 40 50, 40 50 30 40 60, 45 55 30 40 60, 50 60 40 50 60
`)

/** What the bushes of a standard have; the work of one, and of a millimetre of its bore. */
const BUSHES = [
  {
    rows: WRAPPED_BUSHES,
    number: (bore: number) => `BW-3547-${bore}`,
    name: 'Wrapped plain bush',
    standards: ['ISO 3547', 'ISO 3547', 'ISO 3547'],
    kind: 'wrapped-bush',
    says: 'steel back with sintered bronze and a PTFE liner. Needs no grease; for joints, pedals and cylinder eyes.',
    material: WRAPPED,
    work: [0.1, 0.004],
  },
  {
    rows: BRONZE_BUSHES,
    number: (bore: number, outer: number) => `BU-4379-${bore}-${outer}`,
    name: 'Bronze bush C',
    standards: ['ISO 4379', 'ISO 4379-C / DIN 1850', 'ISO 4379 / DIN 1850'],
    kind: 'bronze-bush',
    says: 'bronze CuSn8, turned. Runs with oil or grease on slow, heavily loaded shafts and pivots.',
    material: BRONZE,
    work: [0.45, 0.012],
  },
] as const

/** Wrapped bushes that need no grease, and bronze bushes. */
const bushes = (): DemoPart[] =>
  BUSHES.flatMap(
    ({ rows, number, name, standards: [named, described, standard], kind, says, material, work }) =>
      rows.flatMap(([bore = 0, outer = 0, ...lengths]) =>
        lengths.map((length) =>
          madePart({
            sku: `${number(bore, outer)}-${length}`,
            name: `${name} ${bore} × ${outer} × ${length}, ${named}`,
            category: 'bushes-and-linear-bearings',
            kind,
            description: `${described}, bore ${bore} mm, outside ${outer} mm, length ${length} mm, ${says}`,
            attributes: { bore, outer, length, standard },
            material,
            volume: tubeVolume(bore, outer, length),
            work: work[0] + bore * work[1],
            customsCode: '84833080',
          }),
        ),
      ),
  )

export const bearings = (): DemoPart[] => [...ballBearings(), ...bushes()]
