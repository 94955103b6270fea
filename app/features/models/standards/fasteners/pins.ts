import { table } from '../table.ts'

/** ISO 8734, DIN 6325: hardened dowel pins. Length of the chamfer by the nominal diameter. */
export const dowelPin = table(
  ['chamfer'],
  [
    [1, 0.2],
    [1.5, 0.3],
    [2, 0.35],
    [2.5, 0.4],
    [3, 0.5],
    [4, 0.63],
    [5, 0.8],
    [6, 1.2],
    [8, 1.6],
    [10, 2],
    [12, 2.5],
    [16, 3],
    [20, 3.5],
  ],
)

/** ISO 2341: clevis pins with head. Head, its height, hole for a split pin, from its centre to the end, chamfer. */
export const clevisPin = table(
  ['head', 'headHeight', 'hole', 'holeFromEnd', 'chamfer'],
  [
    [3, 5, 1, 0.8, 1.6, 0.5],
    [4, 6, 1, 1, 2.2, 0.5],
    [5, 8, 1.6, 1.2, 2.9, 1],
    [6, 10, 2, 1.6, 3.2, 1],
    [8, 14, 3, 2, 3.5, 1],
    [10, 18, 4, 3.2, 4.5, 1],
    [12, 20, 4, 3.2, 5.5, 1.6],
    [14, 22, 4, 4, 6, 1.6],
    [16, 25, 4.5, 4, 6, 1.6],
    [18, 28, 5, 5, 7, 1.6],
    [20, 30, 5, 5, 8, 2],
    [24, 36, 6, 6.3, 9, 2],
    [30, 44, 8, 8, 10, 2],
  ],
)

/** ISO 1234: split pins by the hole for them. Greatest thickness, width and length of the eye, longer leg. */
export const splitPin = table(
  ['diameter', 'eye', 'eyeLength', 'extra'],
  [
    [1, 0.9, 1.8, 3, 1.6],
    [1.2, 1, 2, 3, 2.5],
    [1.6, 1.4, 2.8, 3.2, 2.5],
    [2, 1.8, 3.6, 4, 2.5],
    [2.5, 2.3, 4.6, 5, 2.5],
    [3.2, 2.9, 5.8, 6.4, 3.2],
    [4, 3.7, 7.4, 8, 4],
    [5, 4.6, 9.2, 10, 4],
    [6.3, 5.9, 11.8, 12.6, 4],
    [8, 7.5, 15, 16, 4],
    [10, 9.5, 19, 20, 6.3],
  ],
)

/** ISO 8752, DIN 1481: slotted spring pins, heavy duty, by the hole for them. Wall, length of the chamfer. */
export const springPin = table(
  ['wall', 'chamfer'],
  [
    [2, 0.4, 0.45],
    [2.5, 0.5, 0.5],
    [3, 0.6, 0.6],
    [3.5, 0.75, 0.7],
    [4, 0.8, 0.75],
    [4.5, 1, 0.9],
    [5, 1, 1],
    [6, 1.2, 1.3],
    [8, 1.5, 1.8],
    [10, 2, 2.2],
  ],
)

/** DIN 6885-1: parallel keys, high form. Height by width. */
export const parallelKey = table(
  ['height'],
  [
    [2, 2],
    [3, 3],
    [4, 4],
    [5, 5],
    [6, 6],
    [8, 7],
    [10, 8],
    [12, 8],
    [14, 9],
    [16, 10],
    [18, 11],
    [20, 12],
    [22, 14],
    [25, 14],
    [28, 16],
    [32, 18],
  ],
)
