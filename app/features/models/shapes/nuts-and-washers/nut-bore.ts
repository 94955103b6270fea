import type { Body, Outline } from '../../bodies/body.ts'
import { isMore, type Rule, type Sizes, wrong } from '../../defining/shape.ts'
import type { Figure, Measure } from '../../drawings/marks.ts'
import { inFront } from '../../drawings/measures.ts'
import { disc } from '../../drawings/section.ts'
import { threadMeasure } from '../screws/heads.ts'

/** How much wider than the thread a countersink is: between d_a of ISO 4032 for small and large threads. */
const COUNTERSINK = 1.08

/** The bore of a nut between two heights: a plain cylinder of the thread's nominal diameter, countersunk at both ends. */
export function nutBore(diameter: number, from: number, to: number): Body {
  const [radius, wide] = [diameter / 2, (diameter * COUNTERSINK) / 2]
  const depth = wide - radius
  const outline: Outline = [
    [0, from - 1],
    [wide, from - 1],
    [wide, from],
    [radius, from + depth],
    [radius, to - depth],
    [wide, to],
    [wide, to + 1],
    [0, to + 1],
  ]
  return { turned: outline }
}

/** What holds of a nut: its hexagon stays outside the countersink. */
export const nutRules = (nut: Sizes<'flats' | 'diameter'>): Rule[] => [
  isMore(nut.flats * 0.95, nut.diameter * COUNTERSINK) ||
    wrong('flats thread', 'The nut must be wider than its thread.'),
]

type Threaded = Sizes<'diameter' | 'pitch'>

/** ISO 724: the radius of an internal thread's crests. */
const crestOf = ({ diameter, pitch }: Threaded): number => diameter / 2 - 0.541266 * pitch

/** A nut's bore from above: the circle of its crests, and three quarters of that of its roots. */
export const boreFigure = (nut: Threaded): Figure => ({
  hidden: false,
  withoutRadii: [(nut.diameter / 2) * 0.88, (nut.diameter / 2) * COUNTERSINK * 1.01],
  over: [
    { curves: [{ centre: [0, 0], radius: crestOf(nut) }], line: 'outline' },
    { curves: [{ centre: [0, 0], radius: nut.diameter / 2, start: 100, end: 10 }], line: 'thin' },
  ],
  holes: [disc(crestOf(nut))],
})

/** The thread of a nut and its height, beside its view from the front. */
export const nutMeasures = (nut: Threaded & { height: number }, foot: number): Measure[] => [
  threadMeasure(nut, 0),
  inFront([-foot, 0], [-nut.diameter / 2, nut.height], 'below'),
]
