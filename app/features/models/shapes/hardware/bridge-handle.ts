import type { Body, Outline } from '../../bodies/body.ts'
import { cylinder, prismAlongY, radians, stadium } from '../../bodies/outlines.ts'
import { length, thread } from '../../defining/parameters.ts'
import { defineShape, isMore } from '../../defining/shape.ts'

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
    [
      isMore(Math.min(handle.grip, handle.depth), handle.thread * 1.2),
      ['grip', 'thread'],
      'The grip must be thicker than its thread.',
    ],
    [
      isMore(handle.height, handle.grip * 1.5) &&
        isMore(handle.height - handle.grip / 2, handle.thread * THREAD_DEPTH),
      ['height', 'grip', 'thread'],
      'The handle must be higher than its grip and its threads.',
    ],
    [
      isMore(handle.spacing, handle.height + handle.grip * 2) && isMore(handle.spacing, handle.depth * 2),
      ['spacing', 'height', 'depth', 'grip'],
      'The holes must be far enough apart for a hand.',
    ],
  ],
  build(handle) {
    const { spacing, height, grip, depth } = handle
    const [out, inn] = [(spacing + grip) / 2, (spacing - grip) / 2]
    const [round, inner] = [height * 0.5, Math.max(height * 0.5 - grip, height * 0.1)]
    // A point at 45° of a corner's arc, from where the arc ends.
    const middle = 1 - Math.cos(radians(45))
    const front: Outline = [
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
    const hole = (x: number): Body => ({
      moved: cylinder(handle.thread / 2, -1, handle.thread * THREAD_DEPTH),
      by: [x, 0, 0],
    })
    return {
      cut: {
        common: [
          prismAlongY(front, -depth / 2, depth / 2),
          { prism: stadium(2 * out, Math.min(depth, grip * 1.9)), from: -1, to: height + 1 },
        ],
      },
      by: [hole(spacing / 2), hole(-spacing / 2)],
    }
  },
  size: ({ spacing, height, grip, depth }) => [spacing + grip, Math.min(depth, grip * 1.9), height],
  marks: ({ spacing, height, thread: nominal, grip, depth }) => ({
    layout: 'stacked',
    measures: [
      {
        view: 'top',
        from: [0, -Math.min(depth, grip * 1.9) / 2],
        to: [0, Math.min(depth, grip * 1.9) / 2],
        side: 'right',
      },
      { view: 'front', from: [(spacing + grip) / 2, 0], to: [spacing / 2, height], side: 'right' },
      { view: 'front', from: [-spacing / 2, 0], to: [spacing / 2, 0], side: 'below' },
      {
        view: 'front',
        from: [(spacing - nominal) / 2, 0],
        to: [(spacing + nominal) / 2, 0],
        side: 'below',
        prefix: 'M',
      },
    ],
    front: {
      axes: false,
      over: [
        {
          curves: [-1, 1].map((side) => ({
            from: [(side * spacing) / 2, -height * 0.05],
            to: [(side * spacing) / 2, nominal * THREAD_DEPTH * 1.2],
          })),
          line: 'centre',
        },
      ],
    },
    top: { hidden: false },
  }),
})
