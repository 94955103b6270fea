/** The tables of standards, for whoever makes parts by them. */

export { countersunkCross, countersunkSocket } from './standards/fasteners/countersunk-screws.ts'
export { flangeNut } from './standards/fasteners/flange-fasteners.ts'
export { hexagonHead, threadLengthOf } from './standards/fasteners/hexagon-screws.ts'
export { capNut, hexagonNut, lockNut } from './standards/fasteners/nuts.ts'
export { clevisPin, dowelPin, parallelKey, springPin } from './standards/fasteners/pins.ts'
export { buttonHead, setScrew, socketHead, socketThreadLength } from './standards/fasteners/socket-screws.ts'
export { discSpring, plainWasher, serratedWasher, springWasher } from './standards/fasteners/washers.ts'
export { coarsePitch, threadDepth } from './standards/iso-261.ts'
export { ballBearing } from './standards/machine-parts/bearings.ts'
export { adjustingRing } from './standards/machine-parts/collars-and-knobs.ts'
export { boreRing, retainingWasher, shaftRing } from './standards/machine-parts/retaining-rings.ts'
