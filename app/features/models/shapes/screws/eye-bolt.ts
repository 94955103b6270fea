import type { Body } from '../../bodies/body.ts'
import { polar, stadium } from '../../bodies/outlines.ts'
import { length, thread } from '../../defining/parameters.ts'
import { byThread } from '../../defining/rows.ts'
import { defineShape, isMore, type Sizes, wrong } from '../../defining/shape.ts'
import { inFront, leader } from '../../drawings/measures.ts'
import { disc } from '../../drawings/section.ts'
import { threadFigure } from '../../drawings/threads.ts'
import { eyeBolt as sizes } from '../../standards/fasteners/special-bolts.ts'
import { shank, shankMeasures, shankRules, threadOf } from './heads.ts'

/** Lifting eye bolts. The foot between collar and ring is a cone. */
export const eyeBolt = defineShape({
  slug: 'eye-bolt',
  name: 'Lifting eye bolt',
  standards: ['DIN 580'],
  parameters: [
    thread.required('thread', 'Thread'),
    length.optional('length', 'Thread length'),
    length.optional('collar', 'Collar diameter'),
    length.optional('ring', 'Ring diameter'),
    length.optional('eye', 'Eye diameter'),
    length.optional('height', 'Height'),
  ],
  table: byThread(sizes),
  complete(_given, read) {
    const bolt = read()
    // The standard has rings that are up to 1 mm wider than high, which would reach below the seat.
    return { ...bolt, threadLength: bolt.length, ring: Math.min(bolt.ring, bolt.height) }
  },
  rules: (bolt) => [
    isMore(bolt.ring, bolt.eye) || wrong('eye ring height thread', 'The eye must be smaller than its ring.'),
    isMore(bolt.collar, bolt.diameter) || wrong('collar thread', 'The collar must be wider than the thread.'),
    (bolt.ring >= bolt.collar && isMore(bolt.collar, (bolt.ring - bolt.eye) / 2)) ||
      wrong(
        'collar ring eye height thread',
        'The collar must be wider than the ring is thick, and narrower than the ring.',
      ),
    bolt.height < bolt.ring + bolt.eye / 2 ||
      wrong('height ring thread', 'The ring must stand on the collar.'),
    ...shankRules(bolt),
  ],
  build(bolt) {
    const thickness = (bolt.ring - bolt.eye) / 2
    const [radius, centre] = [(bolt.ring + bolt.eye) / 4, bolt.height - bolt.ring / 2]
    // Above this height the eye begins.
    const foot = centre - bolt.eye / 2
    const eye: Body = {
      moved: {
        rotated: {
          turned: [
            [radius - thickness / 2, 0],
            // Turned the other way round, OpenCascade joins it with edges that both of their faces run along in one sense.
            { through: [radius, -thickness / 2], to: [radius + thickness / 2, 0] },
            { through: [radius, thickness / 2], to: [radius - thickness / 2, 0] },
          ],
        },
        about: 'x',
        degrees: 90,
      },
      by: [0, 0, centre],
    }
    const [, ...below] = shank(bolt)
    return {
      fused: [
        {
          turned: [
            [0, foot * 0.9],
            [footRadius(bolt), foot * 0.9],
            [bolt.collar / 2, foot * 0.35],
            [bolt.collar / 2, 0],
            ...below,
          ],
        },
        eye,
      ],
      seams: true,
    }
  },
  size: (bolt) => [bolt.ring, Math.max(bolt.collar, (bolt.ring - bolt.eye) / 2), bolt.height + bolt.length],
  marks(bolt) {
    const centre = bolt.height - bolt.ring / 2
    const thread = threadFigure(threadOf(bolt))
    return {
      measures: [...shankMeasures(bolt), inFront([-bolt.collar / 2, 0], [0, bolt.height], 'below')],
      leaders: [leader('front', polar(bolt.eye / 2, -40, [0, centre]), 'above', bolt.eye, { prefix: 'Ø' })],
      front: {
        ...thread,
        holes: [disc(bolt.eye / 2, [0, centre])],
        over: [
          ...(thread.over ?? []),
          { curves: [{ from: [-bolt.ring * 0.56, centre], to: [bolt.ring * 0.56, centre] }], line: 'centre' },
        ],
      },
      // The ring is projected as if one saw the collar through its one half.
      top: {
        hidden: false,
        instead: [
          { outline: disc(bolt.collar / 2), fill: 'paper', line: 'outline' },
          { curves: [{ centre: [0, 0], radius: footRadius(bolt) }], line: 'edge' },
          { outline: stadium(bolt.ring, (bolt.ring - bolt.eye) / 2), fill: 'paper', line: 'outline' },
        ],
      },
    }
  },
})

/** The upper radius of the foot: half as thick as the ring, and a little more. */
const footRadius = (bolt: Sizes<'ring' | 'eye'>): number => ((bolt.ring - bolt.eye) / 2) * 0.55
