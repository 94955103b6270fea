import { table } from '../table.ts'

/** Width across flats and height of the head, nominal. ISO 4014 (with shank) and ISO 4017 (without): the same heads. */
const iso = table(
  ['flats', 'headHeight'],
  [
    ['M1.6', 3.2, 1.1],
    ['M2', 4, 1.4],
    ['M2.5', 5, 1.7],
    ['M3', 5.5, 2],
    ['M3.5', 6, 2.4],
    ['M4', 7, 2.8],
    ['M5', 8, 3.5],
    ['M6', 10, 4],
    ['M8', 13, 5.3],
    ['M10', 16, 6.4],
    ['M12', 18, 7.5],
    ['M14', 21, 8.8],
    ['M16', 24, 10],
    ['M18', 27, 11.5],
    ['M20', 30, 12.5],
    ['M22', 34, 14],
    ['M24', 36, 15],
    ['M27', 41, 17],
    ['M30', 46, 18.7],
    ['M33', 50, 21],
    ['M36', 55, 22.5],
    ['M39', 60, 25],
    ['M42', 65, 26],
    ['M45', 70, 28],
    ['M48', 75, 30],
    ['M52', 80, 33],
    ['M56', 85, 35],
    ['M60', 90, 38],
    ['M64', 95, 40],
  ],
)

/** DIN 931 (with shank) and DIN 933 (without), which differ from ISO in these widths. */
const din = table(
  ['flats', 'headHeight'],
  [
    ['M10', 17, 6.4],
    ['M12', 19, 7.5],
    ['M14', 22, 8.8],
    ['M22', 32, 14],
  ],
)

export const hexagonHead = (standard: string, thread: string) =>
  (standard.startsWith('DIN') ? din(thread) : undefined) ?? iso(thread)

/** The length of the thread of screws with a shank: ISO 888, and DIN 931, DIN 603. */
export const threadLengthOf = (diameter: number, length: number): number =>
  2 * diameter + (length <= 125 ? 6 : length <= 200 ? 12 : 25)
