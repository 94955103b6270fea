import type { DemoPart } from '../demo-part.ts'
import { demoPartBySku, demoParts } from '../parts.ts'
import { bearings } from './bearings.ts'
import { gearsAndCollars } from './gears.ts'
import { keysAndRings } from './keys-and-rings.ts'
import { rodsNutsAndWashers } from './nuts-washers-and-rods.ts'
import { pins } from './pins.ts'
import { screws } from './screws.ts'
import { seals } from './seals.ts'
import { springs } from './springs.ts'

/** The families that are made from tables of standards, in the sequence of their categories. Each is made when it is asked for. */
const FAMILIES = [screws, rodsNutsAndWashers, pins, keysAndRings, gearsAndCollars, bearings, seals, springs]

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
    return (
      value === another ||
      (key === 'standard' && standardsOf(value).some((named) => standardsOf(another).includes(named)))
    )
  })

/** `DIN 933 / ISO 4017` names two. */
const standardsOf = (printed: string | number): string[] => String(printed).split(' / ')
