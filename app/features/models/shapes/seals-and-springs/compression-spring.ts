import type { Vector } from '../../bodies/body.ts'
import { box, polar } from '../../bodies/outlines.ts'
import { length, rate } from '../../defining/parameters.ts'
import { defineShape, isMore, type Sizes, wrong } from '../../defining/shape.ts'
import { inFront, leader } from '../../drawings/measures.ts'
import { disc } from '../../drawings/section.ts'
import type { Curve } from '../../files/view.ts'
import { widthMeasure } from '../screws/heads.ts'
import { coilsFor, MOST_COILS, POINTS_OF_A_COIL, TOUCHING } from './spring-wire.ts'
import { coilFromAbove, coilPieces, coilsFromFront } from './wire-views.ts'

/** An end coil: how much of it is flat, over how much its slope changes, and its middle above the ground by the wire's radius. */
const [FLAT, CHANGE, GROUND] = [0.75, 0.125, 0.4]

/** Compression springs of round wire, wound to the right, unloaded; the ends are closed and ground. */
export const compressionSpring = defineShape({
  slug: 'compression-spring',
  name: 'Compression spring',
  standards: ['EN 10270-1'],
  parameters: [
    length.required('wire', 'Wire'),
    length.required('outer', 'Outside diameter'),
    length.required('length', 'Free length'),
    rate.required('rate', 'Spring rate'),
  ],
  complete(given) {
    const [wire, outer] = [given.number('wire'), given.number('outer')]
    const coils = outer > wire ? coilsFor(wire, outer - wire, given.number('rate')) : 0
    return { wire, outer, length: given.number('length'), coils }
  },
  rules: (spring) => [
    spring.outer > 3 * spring.wire || wrong('wire outer', 'The spring must be wider than three wires.'),
    (spring.coils >= 1 && spring.coils <= MOST_COILS) ||
      wrong('rate wire outer', `By its rate the spring would not have 1 to ${MOST_COILS} coils.`),
    isMore(spring.length, (spring.coils + 2) * spring.wire * TOUCHING) ||
      wrong('length rate wire outer', 'The spring must be longer than its coils are when they touch.'),
    spring.length < spring.coils * spring.outer * 1.5 ||
      wrong('length rate outer wire', 'The coils would be too far apart.'),
  ],
  build({ coils, ...lengths }) {
    // Both ends are ground. OpenCascade does not always cut wire below 2 mm: it is cut larger, and then made smaller.
    const times = Math.max(1, 2 / lengths.wire)
    const [wire, far, top] = [lengths.wire * times, lengths.outer * times, lengths.length * times]
    return {
      scaled: {
        cut: { wire: pathOf({ wire, outer: far, length: top, coils }), radius: wire / 2 },
        by: [box([-far, -far, -wire], [far, far, 0]), box([-far, -far, top], [far, far, top + wire])],
      },
      times: 1 / times,
    }
  },
  size: ({ outer, length: all }) => [outer, outer, all],
  views(spring) {
    const { visible, hidden } = coilsFromFront(pathOf(spring), spring.wire / 2, [0, spring.length])
    const radius = (spring.outer - spring.wire) / 2
    const ground = [0, spring.length].map((z): Curve => ({ from: [-radius, z], to: [radius, z] }))
    return { front: { visible: [...visible, ...ground], hidden }, top: coilFromAbove(spring) }
  },
  marks: (spring) => ({
    measures: [
      widthMeasure(spring.outer),
      inFront([-spring.outer / 2, 0], [-spring.outer / 2, spring.length], 'below'),
    ],
    leaders: [leader('front', [spring.outer / 2, spring.length / 2], 'above', spring.wire, { prefix: 'Ø' })],
    front: { instead: coilPieces(pathOf(spring), spring.wire / 2, [0, spring.length]) },
    top: { holes: [disc(spring.outer / 2 - spring.wire)] },
  }),
})

/**
 * The middle of the wire. An end coil lies flat, so deep that grinding takes a part of it, then rises above itself in a quarter
 * of a coil: OpenCascade cannot cut a wire that leaves the ground too slowly.
 */
function pathOf({ wire, outer, length: all, coils }: Sizes<'wire' | 'outer' | 'length' | 'coils'>) {
  const radius = (outer - wire) / 2
  const total = coils + 2
  const ground = (wire / 2) * GROUND
  const closed = wire * TOUCHING
  const pitch = (all - 2 * ground - 2 * closed) / coils
  /** How fast the wire rises at this many turns from the nearer end. */
  const slopeAt = (turn: number): number => {
    if (turn < FLAT - CHANGE / 2) return 0
    const steep = closed / (1 - FLAT)
    if (turn < FLAT + CHANGE / 2) return (steep * (turn - FLAT + CHANGE / 2)) / CHANGE
    if (turn < 1 - CHANGE / 2) return steep
    if (turn < 1 + CHANGE / 2) return steep + ((pitch - steep) * (turn - 1 + CHANGE / 2)) / CHANGE
    return pitch
  }
  const count = Math.round(total * POINTS_OF_A_COIL)
  const step = total / count
  let height = ground
  return Array.from({ length: count + 1 }, (_, at): Vector => {
    const turn = at * step
    if (at > 0) height += slopeAt(Math.min(turn - step / 2, total - turn + step / 2)) * step
    return [...polar(radius, turn * 360), height]
  })
}
