import type { DemoPart } from '../demo-part.ts'
import { demoPartBySku } from '../parts.ts'
import { ballBearings, bushes } from './bearings.ts'
import { collars, gears } from './gears.ts'
import { keys, retainingRings } from './keys-and-rings.ts'
import { nutParts, rodParts, washerParts } from './nuts-washers-and-rods.ts'
import { pins } from './pins.ts'
import { countersunkScrewParts, hexagonScrewParts, socketScrewParts } from './screws.ts'
import { oRings, shaftSeals } from './seals.ts'
import { compressionSprings, discSprings } from './springs.ts'

/** The families that are made from tables of standards, in the sequence of their categories. Each is made when it is asked for. */
const FAMILIES: readonly (() => DemoPart[])[] = [
  hexagonScrewParts,
  socketScrewParts,
  countersunkScrewParts,
  rodParts,
  nutParts,
  washerParts,
  pins,
  keys,
  retainingRings,
  gears,
  collars,
  ballBearings,
  bushes,
  oRings,
  shaftSeals,
  compressionSprings,
  discSprings,
]

/** The parts of all families, without those that are among the 60 parts that are written by hand. */
export const madeParts = (): DemoPart[] =>
  FAMILIES.flatMap((family) => family()).filter(({ sku }) => !demoPartBySku.has(sku))
