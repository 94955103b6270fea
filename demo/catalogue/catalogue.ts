import type { DemoPart } from '../demo-part.ts'
import { demoPartBySku, demoParts } from '../parts.ts'
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

/** The parts of all families, without those that are among the 60 parts that are written by hand: the shop sells none twice. */
export const madeParts = (): DemoPart[] =>
  FAMILIES.flatMap((family) => family()).filter(
    (part) => !demoPartBySku.has(part.sku) && !demoParts.some((other) => isSame(part, other)),
  )

/** What is not the same where only one of two parts says it. */
const DECIDING = new Set(['thread', 'length', 'material', 'strength', 'finish', 'standard'])

/** Whether two parts of a category agree in all that both say, of which one may say more. */
export const isSame = (one: DemoPart, other: DemoPart): boolean =>
  one.category === other.category &&
  Object.keys({ ...one.attributes, ...other.attributes }).every((key) => {
    const [value, another] = [saidOf(one, key), saidOf(other, key)]
    return value === another || (!DECIDING.has(key) && (value === undefined || another === undefined))
  })

/** The 0 before a strength is a mark of the head, not of the steel. */
function saidOf({ attributes }: DemoPart, key: string) {
  const value = attributes[key]
  return key === 'strength' ? value && String(value).replace(/^0/, '') : value
}
