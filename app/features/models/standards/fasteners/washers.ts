import { table } from '../table.ts'

const columns = ['inner', 'outer', 'thickness'] as const

/** ISO 7089, DIN 125 form A: plain washers, normal series. Hole, outside, thickness, nominal. */
const iso7089 = table(columns, [
  ['M1.6', 1.7, 4, 0.3],
  ['M2', 2.2, 5, 0.3],
  ['M2.5', 2.7, 6, 0.5],
  ['M3', 3.2, 7, 0.5],
  ['M4', 4.3, 9, 0.8],
  ['M5', 5.3, 10, 1],
  ['M6', 6.4, 12, 1.6],
  ['M8', 8.4, 16, 1.6],
  ['M10', 10.5, 20, 2],
  ['M12', 13, 24, 2.5],
  ['M14', 15, 28, 2.5],
  ['M16', 17, 30, 3],
  ['M18', 19, 34, 3],
  ['M20', 21, 37, 3],
  ['M22', 23, 39, 3],
  ['M24', 25, 44, 4],
  ['M27', 28, 50, 4],
  ['M30', 31, 56, 4],
  ['M36', 37, 66, 5],
])

/** ISO 7093-1: plain washers, large series. */
const iso7093 = table(columns, [
  ['M3', 3.2, 9, 0.8],
  ['M4', 4.3, 12, 1],
  ['M5', 5.3, 15, 1],
  ['M6', 6.4, 18, 1.6],
  ['M8', 8.4, 24, 2],
  ['M10', 10.5, 30, 2.5],
  ['M12', 13, 37, 3],
  ['M16', 17, 50, 3],
])

/** DIN 9021: the washers of ISO 7093-1, but M5 is thicker. */
const din9021 = table(columns, [['M5', 5.3, 15, 1.2]])

/** ISO 7092, DIN 433: plain washers, small series. */
const iso7092 = table(columns, [
  ['M3', 3.2, 6, 0.5],
  ['M4', 4.3, 8, 0.5],
  ['M5', 5.3, 9, 1],
  ['M6', 6.4, 11, 1.6],
  ['M8', 8.4, 15, 1.6],
  ['M10', 10.5, 18, 1.6],
  ['M12', 13, 20, 2],
  ['M16', 17, 28, 2.5],
  ['M20', 21, 34, 3],
])

export function plainWasher(standard: string, thread: string) {
  if (standard === 'DIN 9021') return din9021(thread) ?? iso7093(thread)
  if (standard === 'ISO 7093' || standard === 'ISO 7093-1') return iso7093(thread)
  return standard === 'ISO 7092' || standard === 'DIN 433' ? iso7092(thread) : iso7089(thread)
}

/**
 * DIN 127 form B: spring lock washers with plain ends. Least hole, greatest outside diameter, thickness and width of the section.
 * Between the two diameters is more than the section: their tolerances.
 */
export const springWasher = table(
  [...columns, 'width'],
  [
    ['M3', 3.1, 6.2, 0.8, 1.3],
    ['M4', 4.1, 7.6, 0.9, 1.5],
    ['M5', 5.1, 9.2, 1.2, 1.8],
    ['M6', 6.1, 11.8, 1.6, 2.5],
    ['M8', 8.1, 14.8, 2, 3],
    ['M10', 10.2, 18.1, 2.2, 3.5],
    ['M12', 12.2, 21.1, 2.5, 4],
    ['M16', 16.2, 27.4, 3.5, 5],
    ['M20', 20.2, 33.6, 4, 6],
    ['M24', 24.5, 40, 5, 7],
    ['M30', 30.5, 48.2, 6, 8],
  ],
)

/** DIN 6798 form A: serrated lock washers with teeth outside. Hole, outside, thickness. */
export const serratedWasher = table(columns, [
  ['M3', 3.2, 6, 0.4],
  ['M4', 4.3, 8, 0.5],
  ['M5', 5.3, 10, 0.6],
  ['M6', 6.4, 11, 0.7],
  ['M8', 8.4, 15, 0.8],
  ['M10', 10.5, 18, 0.9],
  ['M12', 13, 20.5, 1],
  ['M16', 17, 26, 1.2],
  ['M20', 21, 33, 1.4],
])

/** DIN 2093 (EN 16983) series A and B: free height of disc springs by their outside diameter and thickness. */
export const discSpring = table(
  ['inner', 'height'],
  [
    ['8 × 0.4', 4.2, 0.6],
    ['8 × 0.3', 4.2, 0.55],
    ['10 × 0.5', 5.2, 0.75],
    ['10 × 0.4', 5.2, 0.7],
    ['12.5 × 0.7', 6.2, 1],
    ['12.5 × 0.5', 6.2, 0.85],
    ['14 × 0.8', 7.2, 1.1],
    ['14 × 0.5', 7.2, 0.9],
    ['16 × 0.9', 8.2, 1.25],
    ['16 × 0.6', 8.2, 1.05],
    ['18 × 1', 9.2, 1.4],
    ['18 × 0.7', 9.2, 1.2],
    ['20 × 1.1', 10.2, 1.55],
    ['20 × 0.8', 10.2, 1.35],
    ['22.5 × 1.25', 11.2, 1.75],
    ['22.5 × 0.8', 11.2, 1.45],
    ['25 × 1.5', 12.2, 2.05],
    ['25 × 0.9', 12.2, 1.6],
    ['28 × 1.5', 14.2, 2.15],
    ['28 × 1', 14.2, 1.8],
    ['31.5 × 1.75', 16.3, 2.45],
    ['31.5 × 1.25', 16.3, 2.15],
    ['35.5 × 2', 18.3, 2.8],
    ['35.5 × 1.25', 18.3, 2.25],
    ['40 × 2.25', 20.4, 3.15],
    ['40 × 1.5', 20.4, 2.65],
    ['45 × 2.5', 22.4, 3.5],
    ['45 × 1.75', 22.4, 3.05],
    ['50 × 3', 25.4, 4.1],
    ['50 × 2', 25.4, 3.4],
  ],
)
