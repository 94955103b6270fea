import { bearings } from './bearings.ts'
import { boltsAndRods } from './bolts-and-rods.ts'
import type { DemoPart } from './demo-part.ts'
import { fittings } from './fittings.ts'
import { hardware } from './hardware.ts'
import { hexagonScrews } from './hexagon-screws.ts'
import { nutsAndWashers } from './nuts-and-washers.ts'
import { pinsAndRings } from './pins-and-rings.ts'
import { sealsAndSprings } from './seals-and-springs.ts'
import { socketAndCountersunkScrews } from './socket-and-countersunk-screws.ts'

/** The 60 standard parts that are written by hand, by family. */
export const demoParts: readonly DemoPart[] = [
  ...hexagonScrews,
  ...socketAndCountersunkScrews,
  ...boltsAndRods,
  ...nutsAndWashers,
  ...bearings,
  ...sealsAndSprings,
  ...pinsAndRings,
  ...fittings,
  ...hardware,
]

export const demoPartBySku: ReadonlyMap<string, DemoPart> = new Map(demoParts.map((part) => [part.sku, part]))
