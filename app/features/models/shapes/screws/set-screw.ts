import type { Point } from '../../bodies/body.ts'
import { acrossCorners, hexagon } from '../../bodies/outlines.ts'
import { type Given, length, thread } from '../../defining/parameters.ts'
import { defineShape, isMore, wrong } from '../../defining/shape.ts'
import { inFront } from '../../drawings/measures.ts'
import { threadFigure } from '../../drawings/threads.ts'
import { setScrew as sizes } from '../../standards/fasteners/socket-screws.ts'
import { threadDepth } from '../../standards/iso-261.ts'
import { socketLeader, threadMeasure } from './heads.ts'

/** The angle of the cup's cone, and of the cone outside it, to the axis. */
const CUP_DEPTH = 0.5

const isCup = (given: Given): boolean => ['ISO 4029', 'DIN 916'].includes(given.standard())

/** Headless screws with a hexagon socket and a cup point (ISO 4029, DIN 916) or a flat one (ISO 4026, DIN 913). */
export const setScrew = defineShape({
  slug: 'set-screw',
  name: 'Set screw',
  standards: ['ISO 4029', 'DIN 916', 'ISO 4026', 'DIN 913'],
  parameters: [
    thread.required('thread', 'Thread'),
    length.required('length', 'Length'),
    length.optional('socket', 'Hexagon socket'),
    length.optional('socketDepth', 'Depth of the socket'),
    length.optional('point', 'Diameter of the point'),
  ],
  table(given) {
    const row = sizes(given.thread().name, given.number('length'))
    const column = isCup(given) ? 'cup' : 'flat'
    return row && { ...row, point: row[column] }
  },
  complete: (given, read) => ({ ...read(), kind: isCup(given) ? 'cup' : 'flat' }),
  rules: (screw) => [
    isMore(screw.diameter - 2 * threadDepth(screw.pitch), acrossCorners(screw.socket)) ||
      wrong('socket thread', 'The hexagon socket must be narrower than the thread.'),
    isMore(screw.diameter, screw.point) ||
      wrong('point thread', 'The point must be narrower than the thread.'),
    isMore(
      screw.length,
      screw.socketDepth +
        Math.max((screw.point / 2) * CUP_DEPTH, (screw.diameter - screw.point) / 2) +
        threadDepth(screw.pitch),
    ) || wrong('length socketDepth', 'The screw is too short for its socket and point.'),
  ],
  build(screw) {
    const [radius, tip, depth] = [screw.diameter / 2, screw.point / 2, threadDepth(screw.pitch)]
    const end: Point[] =
      screw.kind === 'cup'
        ? [
            [tip, -screw.length],
            [0, tip * CUP_DEPTH - screw.length],
          ]
        : [
            [tip, -screw.length],
            [0, -screw.length],
          ]
    return {
      cut: {
        turned: [
          [0, 0],
          [radius - depth, 0],
          [radius, -depth],
          [radius, radius - tip - screw.length],
          ...end,
        ],
      },
      by: [{ prism: hexagon(screw.socket), from: -screw.socketDepth, to: 1 }],
    }
  },
  size: (screw) => [screw.diameter, screw.diameter, screw.length],
  marks(screw) {
    const point = (screw.diameter - screw.point) / 2 - screw.length
    return {
      measures: [
        inFront([-screw.diameter / 2, 0], [-screw.point / 2, -screw.length], 'below'),
        threadMeasure(screw, point),
      ],
      leaders: [socketLeader(screw.socket)],
      front: threadFigure({ ...screw, from: point, to: -threadDepth(screw.pitch) }),
      top: { hidden: false },
    }
  },
})
