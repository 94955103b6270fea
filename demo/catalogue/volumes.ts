import { threadDepth } from '#features/models/standard-tables.ts'

/**
 * Volumes in closed form, in mm³, by diameters and lengths in mm: sample parts are weighed by them, and tests compare solids with
 * them.
 */

export const cylinderVolume = (diameter: number, length: number): number =>
  (Math.PI / 4) * diameter ** 2 * length

export const tubeVolume = (inner: number, outer: number, length: number): number =>
  cylinderVolume(outer, length) - cylinderVolume(inner, length)

/** A cone without its tip. */
export const frustumVolume = (below: number, above: number, height: number): number =>
  (Math.PI / 12) * height * (below ** 2 + below * above + above ** 2)

/** A part of a sphere between two planes: their circles and their distance. */
export const zoneVolume = (below: number, above: number, height: number): number =>
  ((Math.PI * height) / 6) * ((3 / 4) * below ** 2 + (3 / 4) * above ** 2 + height ** 2)

const hexagonArea = (flats: number): number => (Math.sqrt(3) / 2) * flats ** 2

/** A bolt of a nominal diameter with a chamfer of 45° at one end. */
export function boltVolume(diameter: number, pitch: number, length: number): number {
  const depth = threadDepth(pitch)
  return cylinderVolume(diameter, length - depth) + frustumVolume(diameter - 2 * depth, diameter, depth)
}

/**
 * What a cone of 30° to the plane takes from one end of a hexagonal prism whose end keeps a circle of 0.95 times its width: the
 * integral of tan 30° · (r − c) over the hexagon outside of the circle with the radius c, in twelve equal parts.
 */
function hexagonChamferVolume(flats: number): number {
  const [a, c] = [flats / 2, (flats * 0.95) / 2]
  const part =
    (a ** 3 / 3) * SECANT_CUBED - ((c * a ** 2) / 2) * Math.tan(Math.PI / 6) + (c ** 3 / 36) * Math.PI
  return 12 * Math.tan(Math.PI / 6) * part
}

/** The integral of 1 / cos³ from 0° to 30°, a twelfth of a hexagon. */
const SECANT_CUBED = (2 / 3 + Math.log(Math.sqrt(3))) / 2

/** A flange below a hexagon, as far as it is outside of it: its rim, and above it a cone that rises by 25°. */
function hexagonFlangeVolume(flats: number, flange: number, rim: number): number {
  const [a, radius, slope] = [flats / 2, flange / 2, Math.tan((25 * Math.PI) / 180)]
  const whole = ((rim + slope * radius) * radius ** 2) / 2 - (slope * radius ** 3) / 3
  const inside =
    ((rim + slope * radius) * a ** 2 * Math.tan(Math.PI / 6)) / 2 - ((slope * a ** 3) / 3) * SECANT_CUBED
  return 12 * ((whole * Math.PI) / 6 - inside)
}

/** What a countersunk bore takes from a nut: 1.08 times the thread at both ends, at 45°. */
function boreVolume(diameter: number, height: number): number {
  const depth = diameter * 0.04
  return cylinderVolume(diameter, height - 2 * depth) + 2 * frustumVolume(diameter, diameter * 1.08, depth)
}

/** A ring with a round section. */
export const torusVolume = (inner: number, section: number): number =>
  (Math.PI ** 2 / 4) * section ** 2 * (inner + section)

/** What a chamfer of 45° takes from an outer edge of a turned part. */
export const outerEdgeVolume = (diameter: number, edge: number): number =>
  cylinderVolume(diameter, edge) - frustumVolume(diameter - 2 * edge, diameter, edge)

/** What a chamfer of 45° takes from the edge of a bore. */
export const boreEdgeVolume = (diameter: number, edge: number): number =>
  frustumVolume(diameter, diameter + 2 * edge, edge) - cylinderVolume(diameter, edge)

/**
 * The area of a spur gear by ISO 53: its root circle, and each tooth between root and tip, with the exact involute, in thin
 * rings. Below the base circle the tooth is as wide as there.
 */
export function gearArea(module: number, teeth: number): number {
  const pressure = Math.PI / 9
  const pitch = (module * teeth) / 2
  const [base, root, tip] = [pitch * Math.cos(pressure), pitch - 1.25 * module, pitch + module]
  const involute = (angle: number): number => Math.tan(angle) - angle
  const half = (radius: number): number =>
    Math.PI / (2 * teeth) + involute(pressure) - involute(Math.acos(Math.min(1, base / radius)))
  const rings = 2000
  const width = (tip - root) / rings
  let area = Math.PI * root ** 2
  for (let ring = 0; ring < rings; ring++) {
    const radius = root + (ring + 0.5) * width
    area += teeth * 2 * half(radius) * radius * width
  }
  return area
}

/** ISO 724: the pitch diameter. Below it is as much of a thread's ridges as is missing of its grooves. */
const pitchDiameter = (diameter: number, pitch: number): number => diameter - 0.649519 * pitch

/** What a thread's grooves take from a plain bolt of its nominal diameter, or its ridges add to a bore of it. */
const threadVolume = (diameter: number, pitch: number, length: number): number =>
  tubeVolume(pitchDiameter(diameter, pitch), diameter, length)

type OfThread = 'diameter' | 'pitch' | 'length' | 'threadLength' | 'point' | 'depth'
type OfHead = 'head' | 'headHeight' | 'edge' | 'flats' | 'socket' | 'socketDepth'
type OfNut = 'height' | 'hexagonHeight' | 'dome' | 'flange' | 'flangeEdge'
type OfWasher = 'inner' | 'outer' | 'thickness' | 'width'

/** The dimensions of all these shapes in mm. A shape has those that its volume needs. */
export type Dimensions = Readonly<Record<OfThread | OfHead | OfNut | OfWasher, number>>

const bolt = (d: Dimensions): number => boltVolume(d.diameter, d.pitch, d.length)
const socket = (d: Dimensions): number => hexagonArea(d.socket) * d.socketDepth
const hexagonOf = (flats: number, height: number, chamfers: number): number =>
  hexagonArea(flats) * height - chamfers * hexagonChamferVolume(flats)

function countersunk(d: Dimensions): number {
  const cone = (d.head - d.diameter) / 2
  const shank = boltVolume(d.diameter, d.pitch, d.length - d.headHeight)
  return cylinderVolume(d.head, d.headHeight - cone) + frustumVolume(d.diameter, d.head, cone) + shank
}

/** A cross recess as it is drawn: two slots inside a cone, by Simpson's rule. */
function crossRecess(head: number): number {
  const [half, wing, depth, steps] = [head * 0.28, head * 0.05, head * 0.26, 20]
  const area = (radius: number): number =>
    4 * (wing * Math.sqrt(radius ** 2 - wing ** 2) + radius ** 2 * Math.asin(wing / radius)) - 4 * wing ** 2
  let sum = area(half * 0.3) + area(half)
  for (let step = 1; step < steps; step++)
    sum += (step % 2 === 0 ? 2 : 4) * area(half * (0.3 + (0.7 * step) / steps))
  return (sum * depth) / steps / 3
}

function setScrew({ diameter, pitch, point, length }: Dimensions): number {
  const [depth, taper] = [threadDepth(pitch), (diameter - point) / 2]
  return (
    frustumVolume(diameter - 2 * depth, diameter, depth) +
    cylinderVolume(diameter, length - depth - taper) +
    frustumVolume(point, diameter, taper)
  )
}

/** The countersink at the open end of a blind nut. */
const countersink = ({ diameter }: Dimensions): number =>
  frustumVolume(diameter, diameter * 1.08, diameter * 0.04) - cylinderVolume(diameter, diameter * 0.04)

function capNut(d: Dimensions): number {
  const shoulder = d.height - d.dome / 2
  return (
    hexagonOf(d.flats, d.hexagonHeight, 2) +
    cylinderVolume(d.dome, shoulder - d.hexagonHeight) +
    zoneVolume(d.dome, 0, d.dome / 2) -
    cylinderVolume(d.diameter, d.depth) -
    frustumVolume(d.diameter, 0, d.diameter * 0.3) -
    countersink(d)
  )
}

function lockNut(d: Dimensions): number {
  const [collar, round, hole] = [d.flats * 0.88, d.flats * 0.06, d.diameter * 0.9]
  // The rounded edge: a square less a quarter of a circle, turned about the axis.
  const edge = 2 * Math.PI * (collar / 2 - 0.2234 * round) * (1 - Math.PI / 4) * round ** 2
  return (
    hexagonOf(d.flats, d.hexagonHeight, 2) +
    cylinderVolume(collar, d.height - d.hexagonHeight) -
    edge -
    cylinderVolume(d.diameter, d.hexagonHeight) -
    countersink(d) -
    cylinderVolume(hole, d.height - d.hexagonHeight - round) -
    frustumVolume(hole, hole + 2 * round, round)
  )
}

/** Twelve teeth, whose gaps are straight between their roots. */
function serratedWasher({ inner, outer, thickness }: Dimensions): number {
  const [root, tip, step] = [(inner + (outer - inner) * 0.42) / 2, outer / 2, Math.PI / 6]
  const tooth = root * tip * Math.sin(step * 0.06) + tip ** 2 * step * 0.3
  const gap = (root ** 2 * Math.sin(step * 0.28)) / 2
  return 12 * (tooth + gap) * thickness - cylinderVolume(inner, thickness)
}

/** Of the solid of a shape, whose threads are plain. */
export const solidVolumes = {
  'hexagon-screw': (d) => hexagonOf(d.flats, d.headHeight, 1) + bolt(d),
  'socket-head-screw': (d) =>
    cylinderVolume(d.head, d.headHeight) - outerEdgeVolume(d.head, d.edge) + bolt(d) - socket(d),
  'button-head-screw': (d) =>
    zoneVolume(d.head, (d.socket * 2.2) / Math.sqrt(3), d.headHeight) + bolt(d) - socket(d),
  'countersunk-socket-screw': (d) => countersunk(d) - socket(d),
  'countersunk-cross-screw': (d) => countersunk(d) - crossRecess(d.head),
  'set-screw': (d) => setScrew(d) - socket(d),
  'set-screw-cup': (d) => setScrew(d) - frustumVolume(d.point, 0, d.point / 4) - socket(d),
  // A bolt with the chamfer of its other end.
  'threaded-rod': (d) => bolt(d) - outerEdgeVolume(d.diameter, threadDepth(d.pitch)),
  'hexagon-nut': (d) => hexagonOf(d.flats, d.height, 2) - boreVolume(d.diameter, d.height),
  'flange-nut': (d) =>
    hexagonOf(d.flats, d.height, 1) +
    hexagonFlangeVolume(d.flats, d.flange, d.flangeEdge) -
    boreVolume(d.diameter, d.height),
  'cap-nut': capNut,
  'lock-nut': lockNut,
  washer: (d) => tubeVolume(d.inner, d.outer, d.thickness),
  // Its ends leave a gap of 10°.
  'spring-washer': (d) => tubeVolume(d.inner, d.inner + 2 * d.width, d.thickness) * (350 / 360),
  'serrated-washer': serratedWasher,
} satisfies Readonly<Record<string, (d: Dimensions) => number>>

export type Fastener = keyof typeof solidVolumes

/** How long the thread of a shape is: below 0 that of a screw, whose grooves take from the solid as a nut's ridges add to it. */
const THREADS: Readonly<Partial<Record<Fastener, (d: Dimensions) => number>>> = {
  'hexagon-screw': (d) => -d.threadLength,
  'socket-head-screw': (d) => -d.threadLength,
  'button-head-screw': (d) => -d.length,
  'countersunk-socket-screw': (d) => d.headHeight - d.length,
  'countersunk-cross-screw': (d) => d.headHeight - d.length,
  'set-screw': (d) => (d.diameter - d.point) / 2 - d.length,
  'set-screw-cup': (d) => (d.diameter - d.point) / 2 - d.length,
  'threaded-rod': (d) => -d.length,
  'hexagon-nut': (d) => d.height,
  'flange-nut': (d) => d.height,
  'cap-nut': (d) => d.depth,
  'lock-nut': (d) => d.hexagonHeight,
}

/** What the metal has more than the solid, or less. */
export function threadsOf(shape: Fastener, d: Dimensions): number {
  const length = THREADS[shape]?.(d)
  if (length === undefined) return 0
  // Between the metal of a lock nut and its hole is the ring, whose plastic weighs next to nothing.
  const ring =
    shape === 'lock-nut'
      ? tubeVolume(d.diameter * 0.9, d.diameter * 1.2, d.height - d.hexagonHeight - d.flats * 0.06)
      : 0
  return threadVolume(d.diameter, d.pitch, length) - ring
}
