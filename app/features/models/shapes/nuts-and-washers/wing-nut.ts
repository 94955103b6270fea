import type { Outline } from '../../bodies/body.ts'
import { polar, prismAlongY } from '../../bodies/outlines.ts'
import { length, thread } from '../../defining/parameters.ts'
import { byThread } from '../../defining/rows.ts'
import { defineShape, isMore, wrong } from '../../defining/shape.ts'
import { inFront, leader } from '../../drawings/measures.ts'
import { pitchSuffix } from '../../drawings/threads.ts'
import { wingNut as sizes } from '../../standards/fasteners/nuts.ts'
import { boreFigure, nutBore } from './nut-bore.ts'

/** The radius of a wing's end, by the width over both. */
const ROUND = 0.17

/** Wing nuts with rounded wings, which are plates of one thickness. */
export const wingNut = defineShape({
  slug: 'wing-nut',
  name: 'Wing nut',
  standards: ['DIN 315'],
  parameters: [
    thread.required('thread', 'Thread'),
    length.optional('height', 'Height'),
    length.optional('span', 'Width over the wings'),
    length.optional('hub', 'Hub diameter'),
    length.optional('top', 'Hub diameter above'),
    length.optional('hubHeight', 'Hub height'),
    length.optional('wing', 'Thickness of a wing'),
  ],
  table: byThread(sizes),
  rules: (nut) => [
    (isMore(nut.top, nut.diameter * 1.2) && nut.hub >= nut.top) ||
      wrong('top hub thread', 'The hub must be wider than the thread, and not wider above than below.'),
    (nut.span * (0.5 - 2 * ROUND) > nut.top * 0.2 && nut.span > nut.hub * 1.4) ||
      wrong('span hub thread', 'The wings must be wider than the hub.'),
    (isMore(nut.height, nut.hubHeight) && nut.height > nut.span * ROUND * 2) ||
      wrong('height hubHeight span thread', 'The wings must be higher than the hub.'),
    isMore(nut.top * 0.9, nut.wing) || wrong('wing top thread', 'A wing must be thinner than the hub.'),
  ],
  build(nut) {
    const round = nut.span * ROUND
    const centre = [nut.span / 2 - round, nut.height - round] as const
    const root = nut.diameter / 2 + (nut.top - nut.diameter) / 4
    const outline: Outline = [
      [root, nut.hubHeight * 0.2],
      polar(round, -50, centre),
      { through: polar(round, 45, centre), to: polar(round, 140, centre) },
      [root, nut.hubHeight * 0.95],
    ]
    const wing = prismAlongY(outline, -nut.wing / 2, nut.wing / 2)
    return {
      cut: {
        fused: [
          {
            turned: [
              [0, 0],
              [nut.hub / 2, 0],
              [nut.top / 2, nut.hubHeight],
              [0, nut.hubHeight],
            ],
          },
          wing,
          { rotated: wing, about: 'z', degrees: 180 },
        ],
      },
      by: [nutBore(nut.diameter, 0, nut.hubHeight)],
    }
  },
  size: (nut) => [nut.span, nut.hub, nut.height],
  marks: (nut) => ({
    layout: 'stacked',
    measures: [
      inFront(
        [-nut.span / 2, nut.height - nut.span * ROUND],
        [nut.span / 2, nut.height - nut.span * ROUND],
        'below',
      ),
      inFront([nut.hub / 2, 0], [nut.span / 2 - nut.span * ROUND, nut.height], 'right'),
    ],
    leaders: [
      leader('top', polar(nut.diameter / 2, 50), 'above', nut.diameter, { prefix: 'M', ...pitchSuffix(nut) }),
    ],
    top: boreFigure(nut),
  }),
})
