import {
  boltVolume,
  boreVolume,
  cylinderVolume,
  frustumVolume,
  hexagonArea,
  hexagonChamferVolume,
  hexagonFlangeVolume,
  outerEdgeVolume,
  threadDepth,
  threadVolume,
  tubeVolume,
  zoneVolume,
} from './volumes.ts'

/** The dimensions of all these shapes in mm. A shape has those that its volume needs. */
export type Dimensions = Readonly<
  Record<
    | 'depth'
    | 'diameter'
    | 'dome'
    | 'edge'
    | 'flange'
    | 'flangeEdge'
    | 'flats'
    | 'head'
    | 'headHeight'
    | 'height'
    | 'hexagonHeight'
    | 'inner'
    | 'length'
    | 'outer'
    | 'pitch'
    | 'point'
    | 'socket'
    | 'socketDepth'
    | 'thickness'
    | 'threadLength'
    | 'width',
    number
  >
>

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
