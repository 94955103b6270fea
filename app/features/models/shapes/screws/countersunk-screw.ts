import type { Outline } from '../../bodies/body.ts'
import { isMore, type Rule, type Sizes, wrong } from '../../defining/shape.ts'
import type { Marks } from '../../drawings/marks.ts'
import { inFront } from '../../drawings/measures.ts'
import { threadFigure } from '../../drawings/threads.ts'
import { threadDepth } from '../../standards/iso-261.ts'
import { threadedEnd, threadMeasure, threadOf, widthMeasure } from './heads.ts'

/** A screw whose head is a cone of 90° with a rim; its length contains the head. */
export type Countersunk = Sizes<'diameter' | 'pitch' | 'length' | 'head' | 'headHeight'>

const rimOf = ({ head, headHeight, diameter }: Countersunk): number => headHeight - (head - diameter) / 2

/** The outline, with the top of the head at the height 0. */
export const countersunkOutline = (screw: Countersunk): Outline => [
  [0, 0],
  [screw.head / 2, 0],
  [screw.head / 2, -rimOf(screw)],
  [screw.diameter / 2, -screw.headHeight],
  ...threadedEnd(screw),
]

/** Their drawing says the width of the head, the whole length and the thread. */
export const countersunkMarks = (
  screw: Countersunk,
): Pick<Marks, 'layout' | 'measures' | 'front' | 'top'> => ({
  layout: 'beside',
  measures: [
    widthMeasure(screw.head),
    inFront([-screw.head / 2, 0], [-screw.diameter / 2, -screw.length], 'below'),
    threadMeasure(screw, -screw.length),
  ],
  front: threadFigure(threadOf({ ...screw, threadLength: screw.length - screw.headHeight })),
  top: { hidden: false },
})

export const countersunkRules = (screw: Countersunk): Rule[] => [
  isMore(screw.head, screw.diameter) || wrong('head thread', 'The head must be wider than the thread.'),
  rimOf(screw) >= 0 || wrong('headHeight head thread', 'The head must be high enough for a cone of 90°.'),
  isMore(screw.length, screw.headHeight + threadDepth(screw.pitch)) ||
    wrong('length headHeight', 'The screw must be longer than its head.'),
]
