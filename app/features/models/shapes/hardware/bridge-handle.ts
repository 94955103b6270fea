import type { Body, Outline } from '../../bodies/body.ts'
import { cylinder, prismAlongY, radians, stadium } from '../../bodies/outlines.ts'
import { length, thread } from '../../defining/parameters.ts'
import { defineShape, isMore, type Sizes, wrong } from '../../defining/shape.ts'
import type { Marks } from '../../drawings/marks.ts'
import { fromAbove, inFront } from '../../drawings/measures.ts'
import { outlineCurves } from '../../files/outline-curves.ts'
import type { Curve, Views } from '../../files/view.ts'

/** The depth of the threads by their diameter. */
const THREAD_DEPTH = 2

/** Bridge handles of one bent section with rounded ends and threads from behind. */
export const bridgeHandle = defineShape({
  slug: 'bridge-handle',
  name: 'Bridge handle',
  parameters: [
    length.required('spacing', 'Hole spacing'),
    length.required('height', 'Height'),
    thread.required('thread', 'Thread'),
    length.required('grip', 'Thickness of the grip'),
    length.required('depth', 'Depth of the grip'),
  ],
  complete: (given) => ({
    spacing: given.number('spacing'),
    height: given.number('height'),
    thread: given.thread().diameter,
    grip: given.number('grip'),
    depth: given.number('depth'),
  }),
  rules: (handle) => [
    isMore(Math.min(handle.grip, handle.depth), handle.thread * 1.2) ||
      wrong('grip thread', 'The grip must be thicker than its thread.'),
    (isMore(handle.height, handle.grip * 1.5) &&
      isMore(handle.height - handle.grip / 2, handle.thread * THREAD_DEPTH)) ||
      wrong('height grip thread', 'The handle must be higher than its grip and its threads.'),
    (isMore(handle.spacing, handle.height + handle.grip * 2) && isMore(handle.spacing, handle.depth * 2)) ||
      wrong('spacing height depth grip', 'The holes must be far enough apart for a hand.'),
  ],
  build(handle) {
    const { spacing, height, grip, depth } = handle
    const hole = (x: number): Body => ({
      moved: cylinder(handle.thread / 2, -1, handle.thread * THREAD_DEPTH),
      by: [x, 0, 0],
    })
    return {
      cut: {
        common: [
          prismAlongY(frontOf(handle), -depth / 2, depth / 2),
          { prism: stadium(spacing + grip, widthOf(handle)), from: -1, to: height + 1 },
        ],
      },
      by: [hole(spacing / 2), hole(-spacing / 2)],
    }
  },
  size: (handle) => [handle.spacing + handle.grip, widthOf(handle), handle.height],
  views: (handle) => bridgeHandleViews(handle),
  marks: (handle) => marksOf(handle),
})

type Handle = Sizes<'spacing' | 'height' | 'thread' | 'grip' | 'depth'>

/** Not so wide that the ends would be flat. */
const widthOf = ({ depth, grip }: Handle): number => Math.min(depth, grip * 1.9)

/** How the corners are rounded outside and inside. */
const cornersOf = ({ height, grip }: Handle): Sizes<'round' | 'inner'> => ({
  round: height * 0.5,
  inner: Math.max(height * 0.5 - grip, height * 0.1),
})

function frontOf(handle: Handle): Outline {
  const { spacing, height, grip } = handle
  const [out, inn] = [(spacing + grip) / 2, (spacing - grip) / 2]
  const { round, inner } = cornersOf(handle)
  // A point at 45° of a corner's arc, from where the arc ends.
  const middle = 1 - Math.cos(radians(45))
  return [
    [-out, 0],
    [-out, height - round],
    { through: [-out + round * middle, height - round * middle], to: [-out + round, height] },
    [out - round, height],
    { through: [out - round * middle, height - round * middle], to: [out, height - round] },
    [out, 0],
    [inn, 0],
    [inn, height - grip - inner],
    { through: [inn - inner * middle, height - grip - inner * middle], to: [inn - inner, height - grip] },
    [-inn + inner, height - grip],
    { through: [-inn + inner * middle, height - grip - inner * middle], to: [-inn, height - grip - inner] },
    [-inn, 0],
  ]
}

/** OpenCascade takes two seconds for the hidden lines. */
function bridgeHandleViews(handle: Handle): Views {
  const { spacing, height, grip, thread } = handle
  const [out, inn, half] = [(spacing + grip) / 2, (spacing - grip) / 2, widthOf(handle) / 2]
  const { round } = cornersOf(handle)
  const upright = (x: number, from: number, to: number): Curve => ({ from: [x, from], to: [x, to] })
  /** As far as the handle is deep at this distance from its middle. */
  const across = (x: number): Curve => {
    const y = Math.sqrt(half ** 2 - Math.max(0, Math.abs(x) - out + half) ** 2)
    return upright(x, -y, y)
  }
  const bothSides = (curves: (side: 1 | -1) => Curve[]): Curve[] =>
    [1, -1].flatMap((side) => curves(side as 1 | -1))
  // How high the handle is where its ends begin to be round.
  const end = height - round + Math.sqrt(round ** 2 - Math.max(0, round - half) ** 2)
  return {
    front: {
      visible: [
        ...outlineCurves(frontOf(handle)),
        ...bothSides((side) => [upright(side * (out - half), 0, end)]),
      ],
      hidden: bothSides((side) => {
        const [left, right] = [(side * spacing - thread) / 2, (side * spacing + thread) / 2]
        const top = thread * THREAD_DEPTH
        return [upright(left, 0, top), upright(right, 0, top), { from: [left, top], to: [right, top] }]
      }),
    },
    top: {
      visible: [
        ...outlineCurves(stadium(2 * out, 2 * half)),
        ...bothSides((side) => [across(side * (out - round))]),
      ],
      hidden: bothSides((side) => [
        across(side * inn),
        { centre: [(side * spacing) / 2, 0], radius: thread / 2 },
      ]),
    },
  }
}

/** What its drawing says. */
function marksOf(handle: Handle): Marks {
  const { spacing, height, thread, grip } = handle
  const width = widthOf(handle)
  return {
    layout: 'stacked',
    measures: [
      fromAbove(
        [(spacing + grip - width) / 2, -width / 2],
        [(spacing + grip - width) / 2, width / 2],
        'right',
      ),
      inFront([(spacing + grip) / 2, 0], [spacing / 2, height], 'right'),
      inFront([-spacing / 2, 0], [spacing / 2, 0], 'below'),
      inFront([(spacing - thread) / 2, 0], [(spacing + thread) / 2, 0], 'below', 'M'),
    ],
    front: {
      axes: false,
      over: [
        {
          curves: [-1, 1].map((side) => ({
            from: [(side * spacing) / 2, -height * 0.05],
            to: [(side * spacing) / 2, thread * THREAD_DEPTH * 1.2],
          })),
          line: 'centre',
        },
      ],
    },
    top: { hidden: false },
  }
}
