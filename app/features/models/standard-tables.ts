/** The tables of standards, for whoever makes parts by them. */

export { clevisPin, dowelPin, parallelKey, springPin } from './standards/fasteners/pins.ts'
export { discSpring } from './standards/fasteners/washers.ts'
export { ballBearing } from './standards/machine-parts/bearings.ts'
export { adjustingRing } from './standards/machine-parts/collars-and-knobs.ts'
export { boreRing, retainingWasher, shaftRing } from './standards/machine-parts/retaining-rings.ts'
