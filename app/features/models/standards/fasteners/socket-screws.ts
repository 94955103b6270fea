import { table } from '../table.ts'

/**
 * ISO 4762, DIN 912: socket head cap screws. Greatest diameter of the head (plain), its height, hexagon socket, its least
 * depth, greatest chamfer of the head, length of the thread.
 */
export const socketHead = table(
  ['head', 'headHeight', 'socket', 'socketDepth', 'edge', 'threadLength'],
  [
    ['M1.6', 3, 1.6, 1.5, 0.7, 0.16, 15],
    ['M2', 3.8, 2, 1.5, 1, 0.2, 16],
    ['M2.5', 4.5, 2.5, 2, 1.1, 0.25, 17],
    ['M3', 5.5, 3, 2.5, 1.3, 0.3, 18],
    ['M4', 7, 4, 3, 2, 0.4, 20],
    ['M5', 8.5, 5, 4, 2.5, 0.5, 22],
    ['M6', 10, 6, 5, 3, 0.6, 24],
    ['M8', 13, 8, 6, 4, 0.8, 28],
    ['M10', 16, 10, 8, 5, 1, 32],
    ['M12', 18, 12, 10, 6, 1.2, 36],
    ['M14', 21, 14, 12, 7, 1.4, 40],
    ['M16', 24, 16, 14, 8, 1.6, 44],
    ['M20', 30, 20, 17, 10, 2, 52],
    ['M24', 36, 24, 19, 12, 2.4, 60],
    ['M30', 45, 30, 22, 15.5, 3, 72],
    ['M36', 54, 36, 27, 19, 3.6, 84],
  ],
)

/**
 * How long the thread of ISO 4762 is: up to the head where, without the five pitches in which it may end, less than half of the
 * diameter would be left for a shank.
 */
export const socketThreadLength = (
  { diameter, pitch }: { readonly diameter: number; readonly pitch: number },
  usual: number,
  length: number,
): number => (length - usual - 5 * pitch < diameter / 2 ? length : usual)

/** ISO 7380-1: button head screws. Greatest diameter and height of the head, hexagon socket, its least depth. */
export const buttonHead = table(
  ['head', 'headHeight', 'socket', 'socketDepth'],
  [
    ['M3', 5.7, 1.65, 2, 1.04],
    ['M4', 7.6, 2.2, 2.5, 1.3],
    ['M5', 9.5, 2.75, 3, 1.56],
    ['M6', 10.5, 3.3, 4, 2.08],
    ['M8', 14, 4.4, 5, 2.6],
    ['M10', 17.5, 5.5, 6, 3.12],
    ['M12', 21, 6.6, 8, 4.16],
    ['M16', 28, 8.8, 10, 5.2],
  ],
)

/**
 * ISO 4026, ISO 4029 (DIN 913, DIN 916): set screws with a flat and with a cup point. Hexagon socket, its least depth, greatest
 * diameter of the flat point, greatest diameter of the cup. Screws shorter than `whole` have a socket only `shortDepth` deep.
 */
const setScrews = table(
  ['socket', 'socketDepth', 'flat', 'cup', 'whole', 'shortDepth'],
  [
    ['M3', 1.5, 2, 2, 1.4, 4, 1.2],
    ['M4', 2, 2.5, 2.5, 2, 5, 1.5],
    ['M5', 2.5, 3, 3.5, 2.5, 6, 2],
    ['M6', 3, 3.5, 4, 3, 8, 2],
    ['M8', 4, 5, 5.5, 5, 10, 3],
    ['M10', 5, 6, 7, 6, 12, 4],
    ['M12', 6, 8, 8.5, 8, 16, 4.8],
    ['M16', 8, 10, 12, 10, 20, 6.4],
    ['M20', 10, 12, 15, 14, 25, 8],
    ['M24', 12, 15, 18, 16, 30, 10],
  ],
)

export function setScrew(thread: string, length: number) {
  const row = setScrews(thread)
  return row && { ...row, socketDepth: length < row.whole ? row.shortDepth : row.socketDepth }
}
