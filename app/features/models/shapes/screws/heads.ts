import type { Body, Outline, Point } from '../../bodies/body.ts'
import { acrossCorners, hexagon, radians } from '../../bodies/outlines.ts'
import { isMore, type Rule, type Sizes, wrong } from '../../defining/shape.ts'
import type { Leader, Measure, ThreadMark } from '../../drawings/marks.ts'
import { fromAbove, inFront, leader } from '../../drawings/measures.ts'
import { pitchSuffix } from '../../drawings/threads.ts'
import { threadDepth } from '../../standards/iso-261.ts'

/** The angle by which the corners of a hexagon are cut, and the part of its width that stays flat. */
const HEXAGON_CHAMFER = { degrees: 30, flat: 0.95 }

/**
 * The points of the outline of a threaded end that points down, from the outside to the axis. A thread is a plain cylinder of
 * its nominal diameter, with the chamfer of its end.
 */
export function threadedEnd({ diameter, pitch, length }: Sizes<'diameter' | 'pitch' | 'length'>): Point[] {
  const depth = Math.min(threadDepth(pitch), length / 2)
  return [
    [diameter / 2, depth - length],
    [diameter / 2 - depth, -length],
    [0, -length],
  ]
}

/** A shank below the height 0. The end of a smooth part shows as an edge. */
export function shank(screw: Sizes<'diameter' | 'pitch' | 'length' | 'threadLength'>): Outline {
  const smooth = screw.length - screw.threadLength
  const edge: Point[] = smooth > 0 ? [[screw.diameter / 2, -smooth]] : []
  return [[0, 0], [screw.diameter / 2, 0], ...edge, ...threadedEnd(screw)]
}

/** A hexagon whose corners are cut above, and below as well if it is a nut. */
export function chamferedHexagon(flats: number, from: number, to: number, isNut = false): Body {
  const outside = acrossCorners(flats) / 2 + 0.5
  const flat = (flats * HEXAGON_CHAMFER.flat) / 2
  const drop = (outside - flat) * Math.tan(radians(HEXAGON_CHAMFER.degrees))
  const below: Point[] = isNut
    ? [
        [flat, from],
        [outside, from + drop],
      ]
    : [[outside, from]]
  const cone: Body = { turned: [[0, from], ...below, [outside, to - drop], [flat, to], [0, to]] }
  return { common: [{ prism: hexagon(flats), from, to }, cone] }
}

/** Whether a hexagon is high enough for its chamfers. */
export const isHighEnough = (flats: number, height: number, chamfers: 1 | 2): boolean => {
  const drop = ((acrossCorners(flats) + 1 - flats * HEXAGON_CHAMFER.flat) / 2) * Math.tan(radians(30))
  return height > drop * chamfers + 0.01
}

/** A screw's measures below its head: its length from the height 0, its thread, and how much of it is threaded. */
export function shankMeasures(
  screw: Parameters<typeof threadedEnd>[0] & { threadLength: number },
): Measure[] {
  const [radius, end] = [screw.diameter / 2, -screw.length]
  const start = end + screw.threadLength
  const whole: Measure = inFront([-radius, 0], [-radius, end], 'below')
  const threaded: Measure = inFront([radius, start], [radius, end], 'above')
  return [whole, ...(screw.threadLength < screw.length ? [threaded] : []), threadMeasure(screw, end)]
}

/** The diameter of a thread beside its end. */
export const threadMeasure = (thread: Sizes<'diameter' | 'pitch'>, end: number): Measure => ({
  view: 'front',
  from: [-thread.diameter / 2, end],
  to: [thread.diameter / 2, end],
  side: 'right',
  prefix: 'M',
  ...pitchSuffix(thread),
})

/** The thread at the lower end of a screw, without its chamfer. */
export const threadOf = (
  screw: Parameters<typeof threadedEnd>[0] & { threadLength: number },
): ThreadMark => ({
  diameter: screw.diameter,
  pitch: screw.pitch,
  from: -screw.length + Math.min(threadDepth(screw.pitch), screw.length / 2),
  to: screw.threadLength - screw.length,
})

/** The width of a hexagon, below its view from above. */
export const flatsMeasure = (flats: number): Measure =>
  fromAbove([-acrossCorners(flats) / 4, -flats / 2], [-acrossCorners(flats) / 4, flats / 2], 'below')

/** The diameter of a round part, below its view from above. */
export const widthMeasure = (diameter: number): Measure =>
  fromAbove([0, -diameter / 2], [0, diameter / 2], 'below', 'Ø')

/** The width of a hexagon socket. */
export const socketLeader = (socket: number): Leader =>
  leader('top', [acrossCorners(socket) / 4, -socket / 2], 'above', socket)

/** What holds of the shank of every screw. */
export const shankRules = (screw: Sizes<'diameter' | 'pitch' | 'length' | 'threadLength'>): Rule[] => [
  screw.length >= screw.threadLength ||
    wrong('threadLength length', 'The thread must not be longer than the screw.'),
  screw.threadLength > 2 * threadDepth(screw.pitch) ||
    wrong('threadLength length', 'The thread must be longer than its chamfer.'),
]

/** What holds of a hexagon socket of this width in a head. */
export const socketRules = (screw: Sizes<'socket' | 'head'>): Rule[] => [
  isMore(screw.head, acrossCorners(screw.socket)) ||
    wrong('socket head thread', 'The hexagon socket must be narrower than the head.'),
]
