import type { DemoPart } from '../demo-part.ts'

/** The families that are made from tables of standards, in the sequence of their categories. Each is made when it is asked for. */
const FAMILIES: readonly (() => DemoPart[])[] = []

/** The parts of all families. */
export const madeParts = (): DemoPart[] => FAMILIES.flatMap((family) => family())
