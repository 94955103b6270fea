import type { Point, Vector } from '../../bodies/body.ts'
import { polar, radians } from '../../bodies/outlines.ts'
import { length, rate } from '../../defining/parameters.ts'
import { defineShape, isMore, type Sizes, wrong } from '../../defining/shape.ts'
import { inFront, leader } from '../../drawings/measures.ts'
import { disc } from '../../drawings/section.ts'
import type { Curve } from '../../files/view.ts'
import { widthMeasure } from '../screws/heads.ts'
import { coilsFor, MOST_COILS, POINTS_OF_A_COIL, TOUCHING } from './spring-wire.ts'
import { coilFromAbove, coilPieces, coilsFromFront, wireInPlane } from './wire-views.ts'

/** Tension springs of round wire with whole loops at both ends; the length is between the insides of the loops, unloaded. */
export const tensionSpring = defineShape({
  slug: 'tension-spring',
  name: 'Tension spring',
  standards: ['EN 10270-1'],
  parameters: [
    length.required('wire', 'Wire'),
    length.required('outer', 'Outside diameter'),
    length.required('length', 'Length between the loops'),
    rate.required('rate', 'Spring rate'),
  ],
  complete(given) {
    const [wire, outer, all] = [given.number('wire'), given.number('outer'), given.number('length')]
    const coils = outer > wire ? Math.round(coilsFor(wire, outer - wire, given.number('rate'))) : 0
    // A loop begins where the coils end.
    return { wire, outer, length: all, coils, loop: (all - coils * wire * TOUCHING) / 2 }
  },
  rules: (spring) => [
    spring.outer > 4 * spring.wire || wrong('wire outer', 'The spring must be wider than four wires.'),
    (spring.coils >= 2 && spring.coils <= MOST_COILS) ||
      wrong('rate wire outer', `By its rate the spring would not have 2 to ${MOST_COILS} coils.`),
    (isMore(spring.loop, (spring.outer - spring.wire) * 0.6) &&
      spring.loop < (spring.outer - spring.wire) * 0.9) ||
      wrong('length rate outer wire', 'The length does not leave room for loops of the width of the spring.'),
  ],
  build(spring) {
    const { lower, helix, upper } = pathOf(spring)
    return { wire: [...lower, ...helix, ...upper], radius: spring.wire / 2 }
  },
  size: ({ outer, wire, length: all }) => [outer, outer, all + 2 * wire],
  views(spring) {
    const { visible, hidden } = coilFromAbove(spring)
    const [half, thick] = [((spring.outer - spring.wire) / 2) * LOOP, spring.wire / 2]
    const loop = [thick, -thick].map((y): Curve => ({ from: [-half, y], to: [half, y] }))
    const { lower, helix, upper } = pathOf(spring)
    const coils = coilsFromFront(helix, thick, [-spring.length, spring.length])
    return {
      front: {
        visible: [...coils.visible, ...wireInPlane(lower, thick), ...wireInPlane(upper, thick)],
        hidden: coils.hidden,
      },
      top: { visible: [...visible, ...loop], hidden },
    }
  },
  marks(spring) {
    const { lower, helix, upper } = pathOf(spring)
    const [all, radius] = [spring.length / 2, spring.wire / 2]
    const flat = (path: readonly Vector[]): Point[] => path.map(([x, , z]) => [x, z])
    return {
      measures: [widthMeasure(spring.outer), inFront([0, -all], [0, all], 'below')],
      leaders: [leader('front', [spring.outer / 2, 0], 'above', spring.wire, { prefix: 'Ø' })],
      front: {
        instead: [
          { wires: [flat(lower), flat(upper)], radius },
          ...coilPieces(helix, radius, [-spring.length, spring.length]),
        ],
      },
      top: { holes: [disc(spring.outer / 2 - spring.wire)] },
    }
  },
})

/** The radius of a loop by that of the coils: the wire bends into it inside of them. */
const LOOP = 0.94

/** The middle of the wire from the tip of the lower loop through the coils to the tip of the upper one. */
function pathOf({ wire, outer, coils, loop }: Sizes<'wire' | 'outer' | 'coils' | 'loop'>) {
  const radius = (outer - wire) / 2
  const body = coils * wire * TOUCHING
  /** How much of a coil bends up into the loop. */
  const bend = 40
  const turns = coils * 360 - 2 * bend
  const count = Math.round((turns / 360) * POINTS_OF_A_COIL)
  const helix = Array.from({ length: count + 1 }, (_, at): Vector => {
    const angle = bend + (turns * at) / count
    const bent = Math.max(0, 1 - Math.min(angle, coils * 360 - angle) / (3 * bend))
    return [...polar(radius * (1 - bent ** 2 * 0.03), angle), (body * angle) / (coils * 360) - body / 2]
  })
  // The top of the loop, in the middle of the wire.
  const top = body / 2 + loop + wire / 2
  const round = radius * LOOP
  const centre = top - round
  const from = Math.asin((body / 2 + wire * 1.2 - centre) / round) / radians(1)
  const upper = Array.from({ length: 15 }, (_, at): Vector => {
    const [x, z] = polar(round, from + ((180 - 2 * from) * at) / 14)
    return [x, 0, centre + z]
  })
  // The spring is the same after half a turn about the axis X.
  const lower = upper.map(([x, y, z]): Vector => [x, -y, -z]).reverse()
  return { lower, helix, upper }
}
