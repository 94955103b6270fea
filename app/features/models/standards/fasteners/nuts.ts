import { table } from '../table.ts'

/** ISO 4032: hexagon nuts, style 1. Width across flats, greatest height. */
const iso4032 = table(
  ['flats', 'height'],
  [
    ['M1.6', 3.2, 1.3],
    ['M2', 4, 1.6],
    ['M2.5', 5, 2],
    ['M3', 5.5, 2.4],
    ['M4', 7, 3.2],
    ['M5', 8, 4.7],
    ['M6', 10, 5.2],
    ['M8', 13, 6.8],
    ['M10', 16, 8.4],
    ['M12', 18, 10.8],
    ['M14', 21, 12.8],
    ['M16', 24, 14.8],
    ['M18', 27, 15.8],
    ['M20', 30, 18],
    ['M22', 34, 19.4],
    ['M24', 36, 21.5],
    ['M27', 41, 23.8],
    ['M30', 46, 25.6],
    ['M33', 50, 28.7],
    ['M36', 55, 31],
    ['M39', 60, 33.4],
    ['M42', 65, 34],
    ['M48', 75, 38],
  ],
)

/** DIN 934: hexagon nuts. Width across flats, greatest height. */
const din934 = table(
  ['flats', 'height'],
  [
    ['M1.6', 3.2, 1.3],
    ['M2', 4, 1.6],
    ['M2.5', 5, 2],
    ['M3', 5.5, 2.4],
    ['M4', 7, 3.2],
    ['M5', 8, 4],
    ['M6', 10, 5],
    ['M7', 11, 5.5],
    ['M8', 13, 6.5],
    ['M10', 17, 8],
    ['M12', 19, 10],
    ['M14', 22, 11],
    ['M16', 24, 13],
    ['M18', 27, 15],
    ['M20', 30, 16],
    ['M22', 32, 18],
    ['M24', 36, 19],
    ['M27', 41, 22],
    ['M30', 46, 24],
  ],
)

export const hexagonNut = (standard: string, thread: string) =>
  standard === 'DIN 934' ? din934(thread) : iso4032(thread)

/** DIN 985: self-locking nuts with a plastic ring, low. Width across flats, height, height of the hexagon. */
const din985 = table(
  ['flats', 'height', 'hexagonHeight'],
  [
    ['M3', 5.5, 4, 2.4],
    ['M4', 7, 5, 2.9],
    ['M5', 8, 5, 3.2],
    ['M6', 10, 6, 4],
    ['M8', 13, 8, 5.5],
    ['M10', 17, 10, 6.5],
    ['M12', 19, 12, 8],
    ['M14', 22, 14, 9.5],
    ['M16', 24, 16, 10.5],
    ['M18', 27, 18.5, 13],
    ['M20', 30, 20, 14],
    ['M24', 36, 24, 15],
  ],
)

/** ISO 7040: self-locking nuts with a plastic ring, style 1. Greatest height, least height of the hexagon. */
const iso7040 = table(
  ['flats', 'height', 'hexagonHeight'],
  [
    ['M3', 5.5, 4.5, 2.15],
    ['M4', 7, 6, 2.9],
    ['M5', 8, 6.8, 4.4],
    ['M6', 10, 8, 4.9],
    ['M8', 13, 9.5, 6.44],
    ['M10', 16, 11.9, 8.04],
    ['M12', 18, 14.9, 10.37],
    ['M14', 21, 17, 12.1],
    ['M16', 24, 19.1, 14.1],
    ['M20', 30, 22.8, 16.9],
    ['M24', 36, 27.1, 20.2],
  ],
)

export const lockNut = (standard: string, thread: string) =>
  standard === 'DIN 985' ? din985(thread) : iso7040(thread)

/** DIN 1587: domed cap nuts. Width across flats, height, height of the hexagon, dome, depth of the thread. */
export const capNut = table(
  ['flats', 'height', 'hexagonHeight', 'dome', 'depth'],
  [
    ['M4', 7, 8, 3.2, 6.5, 5.5],
    ['M5', 8, 10, 4, 7.5, 7.5],
    ['M6', 10, 12, 5, 9.5, 8],
    ['M8', 13, 15, 6.5, 12.5, 11],
    ['M10', 17, 18, 8, 16, 13],
    ['M12', 19, 22, 10, 18, 16],
    ['M16', 24, 28, 13, 23, 21],
    ['M20', 30, 34, 16, 28, 26],
    ['M24', 36, 42, 19, 34, 31],
  ],
)

/**
 * DIN 315: wing nuts with rounded wings. Greatest diameter of the hub below and above, its height, width and height over the
 * wings, and their mean thickness.
 */
export const wingNut = table(
  ['hub', 'top', 'hubHeight', 'span', 'height', 'wing'],
  [
    ['M4', 8, 7, 4.6, 20, 10.5, 1.7],
    ['M5', 11, 9, 6.5, 26, 13, 2.15],
    ['M6', 13, 11, 8, 33, 17, 2.4],
    ['M8', 16, 12.5, 10, 39, 20, 3.2],
    ['M10', 20, 16.5, 12, 51, 25, 4.5],
    ['M12', 23, 19.5, 14, 65, 33.5, 5.25],
  ],
)
