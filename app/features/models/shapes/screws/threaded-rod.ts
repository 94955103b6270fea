import type { Point } from '../../bodies/body.ts'
import { length, thread } from '../../defining/parameters.ts'
import { withoutTable } from '../../defining/rows.ts'
import { defineShape, type Sizes, wrong } from '../../defining/shape.ts'
import type { Measure, Piece } from '../../drawings/marks.ts'
import { inFront } from '../../drawings/measures.ts'
import { threadFigure, zigzag } from '../../drawings/threads.ts'
import { threadDepth } from '../../standards/iso-261.ts'
import { threadedEnd, threadMeasure } from './heads.ts'

/** Rods threaded over their whole length. */
export const threadedRod = defineShape({
  slug: 'threaded-rod',
  name: 'Threaded rod',
  standards: ['DIN 976-1'],
  parameters: [thread.required('thread', 'Thread'), length.required('length', 'Length')],
  table: withoutTable,
  rules: (rod) => [
    rod.length > 3 * threadDepth(rod.pitch) || wrong('length', 'The rod must be longer than its chamfers.'),
  ],
  build(rod) {
    const depth = threadDepth(rod.pitch)
    return {
      turned: [[0, 0], [rod.diameter / 2 - depth, 0], [rod.diameter / 2, -depth], ...threadedEnd(rod)],
    }
  },
  size: (rod) => [rod.diameter, rod.diameter, rod.length],
  marks: (rod) => ({
    measures: [lengthMeasure(rod), threadMeasure(rod, -shownLength(rod))],
    front: isBroken(rod)
      ? { instead: brokenRod(rod) }
      : threadFigure({ ...rod, from: threadDepth(rod.pitch) - rod.length, to: -threadDepth(rod.pitch) }),
    top: { hidden: false },
  }),
})

type Rod = Sizes<'diameter' | 'pitch' | 'length'>

/** A rod that is longer is drawn broken, and what is drawn of it, by its diameter. */
const BREAK = { longest: 10, shown: 2.6, gap: 0.3 }

const isBroken = ({ length: all, diameter }: Rod): boolean => all > diameter * BREAK.longest

const shownLength = (rod: Rod): number => (isBroken(rod) ? rod.diameter * BREAK.shown : rod.length)

function lengthMeasure(rod: Rod): Measure {
  const radius = rod.diameter / 2
  const shown: Measure = inFront([-radius, 0], [-radius, -shownLength(rod)], 'below')
  return isBroken(rod) ? { ...shown, broken: rod.length } : shown
}

/** Both ends of the rod, with a wave where it is broken. */
function brokenRod(rod: Rod): Piece[] {
  const [radius, depth, end] = [rod.diameter / 2, threadDepth(rod.pitch), -shownLength(rod)]
  const half = (rod.diameter * BREAK.gap) / 2
  const wave = (z: number): Point[] =>
    [1, 0.5, 0, -0.5, -1].map((part) => [
      part * radius,
      z + (part === 0.5 ? half : part === -0.5 ? -half : 0),
    ])
  const piece = (from: number, to: number, broken: number): Piece[] => {
    const [first, last] = from > to ? [from, to] : [to, from]
    const thread = { ...rod, from: last, to: first }
    const chamfer = broken === from ? to + (to > from ? depth : -depth) : from + (from > to ? depth : -depth)
    const tip: Point[] = [
      [-(radius - depth), chamfer],
      [radius - depth, chamfer],
    ]
    const inner = broken === from ? to : from
    return [
      {
        outline: [
          [radius - depth, chamfer],
          ...zigzag([radius, inner], [radius, broken], thread),
          ...wave(broken),
          ...zigzag([-radius, broken], [-radius, inner], thread),
          ...tip,
        ],
        fill: 'paper',
        line: 'outline',
      },
      ...(threadFigure(thread).over ?? []),
    ]
  }
  return [
    ...piece(-depth, end / 2 + half, end / 2 + half),
    ...piece(end / 2 - half, end + depth, end / 2 - half),
  ]
}
