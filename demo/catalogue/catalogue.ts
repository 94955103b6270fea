import type { DemoPart } from '../demo-part.ts'
import { nutParts, rodParts, washerParts } from './nuts-washers-and-rods.ts'
import { countersunkScrewParts, hexagonScrewParts, socketScrewParts } from './screws.ts'

/** The families that are made from tables of standards, in the sequence of their categories. Each is made when it is asked for. */
const FAMILIES: readonly (() => DemoPart[])[] = [
  hexagonScrewParts,
  socketScrewParts,
  countersunkScrewParts,
  rodParts,
  nutParts,
  washerParts,
]

/** The parts of all families. */
export const madeParts = (): DemoPart[] => FAMILIES.flatMap((family) => family())
