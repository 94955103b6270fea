import { table } from '../table.ts'

/** DIN 6921: hexagon flange screws. Width across flats, greatest flange diameter, its least thickness, height of the head. */
const din6921 = table(
  ['flats', 'flange', 'flangeEdge', 'headHeight'],
  [
    ['M5', 8, 11.8, 1, 5.4],
    ['M6', 10, 14.2, 1.1, 6.6],
    ['M8', 13, 17.9, 1.2, 8.1],
    ['M10', 15, 21.8, 1.5, 9.2],
  ],
)

/** EN 1665: hexagon flange screws, heavy series. */
const en1665 = table(
  ['flats', 'flange', 'flangeEdge', 'headHeight'],
  [
    ['M5', 8, 11.8, 1, 5.8],
    ['M6', 10, 14.2, 1.1, 6.6],
    ['M8', 13, 18, 1.2, 8.1],
    ['M10', 16, 22.3, 1.5, 10.4],
    ['M12', 18, 26.6, 1.8, 11.8],
    ['M14', 21, 30.5, 2.1, 13.7],
    ['M16', 24, 35, 2.4, 15.4],
    ['M20', 30, 43, 3, 18.9],
  ],
)

export const flangeScrew = (standard: string, thread: string) =>
  standard === 'DIN 6921' ? din6921(thread) : en1665(thread)

/** EN 1661: hexagon flange nuts. Width across flats, greatest flange diameter, its least thickness, height. */
const en1661 = table(
  ['flats', 'flange', 'flangeEdge', 'height'],
  [
    ['M5', 8, 11.8, 1, 5],
    ['M6', 10, 14.2, 1.1, 6],
    ['M8', 13, 17.9, 1.2, 8],
    ['M10', 16, 21.8, 1.5, 10],
    ['M12', 18, 26, 1.8, 12],
    ['M14', 21, 29.9, 2.1, 14],
    ['M16', 24, 34.5, 2.4, 16],
    ['M20', 30, 42.8, 3, 20],
  ],
)

/** DIN 6923: the nuts of EN 1661, but M10 is 15 mm across flats. */
const din6923 = table(['flats', 'flange', 'flangeEdge', 'height'], [['M10', 15, 21.8, 1.5, 10]])

export const flangeNut = (standard: string, thread: string) =>
  (standard === 'DIN 6923' ? din6923(thread) : undefined) ?? en1661(thread)
