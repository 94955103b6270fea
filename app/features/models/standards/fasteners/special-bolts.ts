import { table } from '../table.ts'

/** DIN 603: mushroom head square neck bolts. Greatest diameter and height of the head, width and height of the square. */
export const carriageBolt = table(
  ['head', 'headHeight', 'square', 'squareHeight'],
  [
    ['M5', 13.55, 3.3, 5.48, 4.1],
    ['M6', 16.55, 3.88, 6.48, 4.6],
    ['M8', 20.65, 4.88, 8.58, 5.6],
    ['M10', 24.65, 5.38, 10.58, 6.6],
    ['M12', 30.65, 6.95, 12.7, 8.75],
    ['M16', 38.8, 8.95, 16.7, 12.9],
    ['M20', 46.8, 11.05, 20.84, 15.9],
  ],
)

/**
 * DIN 580: lifting eye bolts. Length of the thread, collar, outside and inside of the eye, height above the seat. The ring
 * is as thick as half the difference of the eye's diameters.
 */
export const eyeBolt = table(
  ['length', 'collar', 'ring', 'eye', 'height'],
  [
    ['M8', 13, 20, 36, 20, 36],
    ['M10', 17, 25, 45, 25, 45],
    ['M12', 20.5, 30, 54, 30, 53],
    ['M16', 27, 35, 63, 35, 62],
    ['M20', 30, 40, 72, 40, 71],
    ['M24', 36, 50, 90, 50, 90],
  ],
)
