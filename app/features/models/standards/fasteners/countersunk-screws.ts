import { table } from '../table.ts'

/** DIN 7991: countersunk screws with a hexagon socket. Diameter and height of the head, socket, its greatest depth. */
const din7991 = table(
  ['head', 'headHeight', 'socket', 'socketDepth'],
  [
    ['M3', 6, 1.7, 2, 1.2],
    ['M4', 8, 2.3, 2.5, 1.8],
    ['M5', 10, 2.8, 3, 2.3],
    ['M6', 12, 3.3, 4, 2.5],
    ['M8', 16, 4.4, 5, 3.5],
    ['M10', 20, 5.5, 6, 4.4],
    ['M12', 24, 6.5, 8, 4.6],
    ['M16', 30, 7.5, 10, 5.3],
    ['M20', 36, 8.5, 12, 5.9],
  ],
)

/**
 * ISO 10642: the same kind with the heads of DIN 7991, as they are sold: they lie between the least actual and the theoretical
 * diameters (M10: 19.22 and 22.4), but that 36.05 mm of M20 is rounded. Height of the theoretical head, least depth.
 */
const iso10642 = table(
  ['head', 'headHeight', 'socket', 'socketDepth'],
  [
    ['M3', 6, 1.86, 2, 1.1],
    ['M4', 8, 2.48, 2.5, 1.5],
    ['M5', 10, 3.1, 3, 1.9],
    ['M6', 12, 3.72, 4, 2.2],
    ['M8', 16, 4.96, 5, 3],
    ['M10', 20, 6.2, 6, 3.6],
    ['M12', 24, 7.44, 8, 4.3],
    ['M16', 30, 8.8, 10, 4.8],
    ['M20', 36, 10.16, 12, 5.6],
  ],
)

export const countersunkSocket = (standard: string, thread: string) =>
  standard === 'DIN 7991' ? din7991(thread) : iso10642(thread)

/** DIN 965: countersunk screws with a cross recess. Greatest diameter and height of the head. */
const din965 = table(
  ['head', 'headHeight'],
  [
    ['M2', 3.8, 1.2],
    ['M2.5', 4.7, 1.5],
    ['M3', 5.6, 1.65],
    ['M4', 7.5, 2.2],
    ['M5', 9.2, 2.5],
    ['M6', 11, 3],
    ['M8', 14.5, 4],
    ['M10', 18, 5],
  ],
)

/** ISO 7046-1, with the heads of ISO 2009: greatest diameter and height. */
const iso7046 = table(
  ['head', 'headHeight'],
  [
    ['M2', 3.8, 1.2],
    ['M2.5', 4.7, 1.5],
    ['M3', 5.5, 1.65],
    ['M4', 8.4, 2.7],
    ['M5', 9.3, 2.7],
    ['M6', 11.3, 3.3],
    ['M8', 15.8, 4.65],
    ['M10', 18.3, 5],
  ],
)

export const countersunkCross = (standard: string, thread: string) =>
  standard === 'DIN 965' ? din965(thread) : iso7046(thread)
