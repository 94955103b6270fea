import { table } from '../table.ts'

/** ISO 15, DIN 625: radial ball bearings of the series 60, 62, 63 and small ones. Least chamfer by bore, outside and width. */
export const ballBearing = table(
  ['chamfer'],
  [
    ['3 × 10 × 4', 0.15],
    ['4 × 13 × 5', 0.2],
    ['4 × 16 × 5', 0.3],
    ['5 × 16 × 5', 0.3],
    ['5 × 19 × 6', 0.3],
    ['6 × 19 × 6', 0.3],
    ['7 × 19 × 6', 0.3],
    ['7 × 22 × 7', 0.3],
    ['8 × 22 × 7', 0.3],
    ['9 × 24 × 7', 0.3],
    ['9 × 26 × 8', 0.3],
    ['10 × 26 × 8', 0.3],
    ['12 × 28 × 8', 0.3],
    ['15 × 32 × 9', 0.3],
    ['17 × 35 × 10', 0.3],
    ['20 × 42 × 12', 0.6],
    ['25 × 47 × 12', 0.6],
    ['30 × 55 × 13', 1],
    ['35 × 62 × 14', 1],
    ['40 × 68 × 15', 1],
    ['45 × 75 × 16', 1],
    ['50 × 80 × 16', 1],
    ['10 × 30 × 9', 0.6],
    ['12 × 32 × 10', 0.6],
    ['15 × 35 × 11', 0.6],
    ['17 × 40 × 12', 0.6],
    ['20 × 47 × 14', 1],
    ['25 × 52 × 15', 1],
    ['30 × 62 × 16', 1],
    ['35 × 72 × 17', 1.1],
    ['40 × 80 × 18', 1.1],
    ['45 × 85 × 19', 1.1],
    ['50 × 90 × 20', 1.1],
    ['10 × 35 × 11', 0.6],
    ['12 × 37 × 12', 1],
    ['15 × 42 × 13', 1],
    ['17 × 47 × 14', 1],
    ['20 × 52 × 15', 1.1],
    ['25 × 62 × 17', 1.1],
    ['30 × 72 × 19', 1.1],
    ['35 × 80 × 21', 1.5],
    ['40 × 90 × 23', 1.5],
    ['45 × 100 × 25', 1.5],
    ['50 × 110 × 27', 2],
  ],
)

/** ISO 8443: the width of the flange of flanged ball bearings, by outside diameter and flange. */
export const bearingFlange = table(
  ['flangeWidth'],
  [
    ['10 × 11.5', 1],
    ['13 × 15', 1],
    ['16 × 18', 1],
    ['19 × 22', 1.5],
    ['22 × 25', 1.5],
  ],
)

/** ISO 355, DIN 720: tapered roller bearings by bore, outside and width. Width of the inner and of the outer ring. */
export const taperedBearing = table(
  ['cone', 'cup'],
  [
    ['17 × 40 × 13.25', 12, 11],
    ['20 × 47 × 15.25', 14, 12],
    ['25 × 52 × 16.25', 15, 13],
    ['30 × 62 × 17.25', 16, 14],
    ['35 × 72 × 18.25', 17, 15],
    ['40 × 80 × 19.75', 18, 16],
    ['45 × 85 × 20.75', 19, 16],
    ['50 × 90 × 21.75', 20, 17],
  ],
)

/**
 * Linear ball bearings LM..UU by bore, outside and length: in no standard, but with the same dimensions from every maker.
 * Distance over the grooves for retaining rings, their width and diameter.
 */
export const linearBearing = table(
  ['grooves', 'grooveWidth', 'groove'],
  [
    ['6 × 12 × 19', 13.5, 1.1, 11.5],
    ['8 × 15 × 24', 17.5, 1.1, 14.3],
    ['10 × 19 × 29', 22, 1.3, 18],
    ['12 × 21 × 30', 23, 1.3, 20],
    ['16 × 28 × 37', 26.5, 1.6, 27],
    ['20 × 32 × 42', 30.5, 1.6, 30.5],
    ['25 × 40 × 59', 41, 1.85, 38],
    ['30 × 45 × 64', 44.5, 1.85, 43],
  ],
)

/** ISO 2797, DIN 1850 form V: sintered flange bushes by bore and outside. Flange and its width. */
export const flangeBush = table(
  ['flange', 'flangeWidth'],
  [
    ['6 × 10', 14, 2],
    ['8 × 12', 16, 2],
    ['10 × 16', 22, 3],
    ['12 × 18', 24, 3],
    ['14 × 20', 26, 3],
    ['15 × 21', 27, 3],
    ['16 × 22', 28, 3],
    ['18 × 24', 30, 3],
    ['20 × 26', 32, 3],
  ],
)
