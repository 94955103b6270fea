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

/** Whether two parts of a category agree in all that both say, of which one may say more, and name a standard together. */
export const isSame = (one: DemoPart, other: DemoPart): boolean =>
  one.category === other.category &&
  Object.keys({ ...one.attributes, ...other.attributes }).every((key) => {
    const [value, another] = [one.attributes[key], other.attributes[key]]
    if (value === undefined || another === undefined) return value === another || !DECIDING.has(key)
    return value === another || (key === 'standard' && standardsOf(value).some(isAmong(standardsOf(another))))
  })

/** `DIN 933 / ISO 4017` names two. */
const standardsOf = (printed: string | number): string[] => String(printed).split(' / ')

const isAmong = (standards: readonly string[]) => (standard: string) => standards.includes(standard)
