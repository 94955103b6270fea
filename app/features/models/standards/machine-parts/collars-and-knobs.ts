import { table } from '../table.ts'

/** DIN 705 form A: adjusting rings by the bore. Outside diameter, width, thread of the set screw. */
export const adjustingRing = table(
  ['outer', 'width', 'screw'],
  [
    [5, 10, 6, 3],
    [6, 12, 8, 4],
    [8, 16, 8, 4],
    [10, 20, 10, 5],
    [12, 22, 12, 6],
    [14, 25, 12, 6],
    [15, 25, 12, 6],
    [16, 28, 12, 6],
    [18, 32, 14, 6],
    [20, 32, 14, 6],
    [22, 36, 14, 6],
    [25, 40, 16, 8],
    [30, 45, 16, 8],
    [35, 56, 16, 8],
    [40, 63, 18, 10],
    [50, 80, 18, 10],
  ],
)

/** DIN 6336: star grips by their diameter. Height, hub. */
export const starKnob = table(
  ['height', 'hub'],
  [
    [32, 21, 14],
    [40, 26, 18],
    [50, 34, 22],
    [63, 42, 26],
    [80, 52, 35],
  ],
)
