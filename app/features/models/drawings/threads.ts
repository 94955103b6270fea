import type { Point } from '../bodies/body.ts'
import type { Curve, View } from '../files/view.ts'
import { coarsePitch, threadDepth } from '../standards/iso-261.ts'
import type { Figure, ThreadMark } from './marks.ts'

const NEAR = 0.01

/** A view from the front whose threads have flanks: the straight lines of the plain cylinder become zigzags. */
export const withThreads = (view: View, threads: readonly ThreadMark[]): View => ({
  ...view,
  visible: view.visible.flatMap((curve) => {
    const thread = 'from' in curve ? threads.find((one) => isFlank(curve, one)) : undefined
    return 'from' in curve && thread ? threaded(curve, thread) : [curve]
  }),
})

type Straight = Extract<Curve, { from: Point }>

/** Whether a line goes along the cylinder of a thread, at least for a part of it. */
const isFlank = ({ from, to }: Straight, thread: ThreadMark): boolean =>
  from[0] * to[0] > 0 &&
  [from, to].every(([x]) => Math.abs(Math.abs(x) - thread.diameter / 2) < NEAR) &&
  Math.min(from[1], to[1]) < thread.to - NEAR &&
  Math.max(from[1], to[1]) > thread.from + NEAR

/** The line with a zigzag where the thread is: a smooth shank and its thread may be one surface. */
function threaded({ from, to }: Straight, thread: ThreadMark): Curve[] {
  const [x, low, high] = [from[0], Math.min(from[1], to[1]), Math.max(from[1], to[1])]
  const [start, end] = [Math.max(low, thread.from), Math.min(high, thread.to)]
  const rest = (a: number, b: number): Curve[] => (b - a < NEAR ? [] : [{ from: [x, a], to: [x, b] }])
  return [...rest(low, start), { through: zigzag([x, start], [x, end], thread) }, ...rest(end, high)]
}

/** Where the crests are on the right; on the left they are half a turn further. */
function crestsOf({ pitch }: ThreadMark, low: number, high: number): { count: number; step: number } {
  const count = Math.max(2, Math.round((high - low) / pitch))
  return { count, step: (high - low) / count }
}

/** The flank between two points of the cylinder. */
export function zigzag(from: Point, to: Point, thread: ThreadMark): Point[] {
  const isUp = from[1] < to[1]
  const [low, high] = isUp ? [from[1], to[1]] : [to[1], from[1]]
  const { count, step } = crestsOf(thread, low, high)
  const [crest, root] = [from[0], Math.sign(from[0]) * (thread.diameter / 2 - threadDepth(thread.pitch))]
  const [first, second] = crest > 0 ? [crest, root] : [root, crest]
  const turns = Array.from({ length: count }, (_, at): Point[] => [
    [first, low + at * step],
    [second, low + (at + 0.5) * step],
  ])
  const points: Point[] = [[crest, low], ...turns.flat(), [crest, high]]
  return isUp ? points : points.reverse()
}

/** The turns of a thread that are seen, as thin lines from crest to crest. */
const turnsOf = (thread: ThreadMark): Curve[] => {
  const { count, step } = crestsOf(thread, thread.from, thread.to)
  const radius = thread.diameter / 2
  return Array.from(
    { length: count },
    (_, at): Curve => ({
      from: [radius, thread.from + at * step],
      to: [-radius, thread.from + (at + 0.5) * step],
    }),
  )
}

/** How the view from the front of parts with these threads is drawn. */
export const threadFigure = (...threads: readonly ThreadMark[]): Figure => ({
  threads,
  over: [
    { curves: threads.flatMap(turnsOf), line: 'thin' },
    {
      curves: threads.map(({ diameter, to }) => ({ from: [-diameter / 2, to], to: [diameter / 2, to] })),
      line: 'edge',
    },
  ],
})

/** What is written behind the diameter of a thread: its pitch if it is a fine one. */
export const pitchSuffix = ({ diameter, pitch }: { diameter: number; pitch: number }) =>
  coarsePitch(diameter) === pitch ? {} : { suffix: ` × ${pitch}` }
