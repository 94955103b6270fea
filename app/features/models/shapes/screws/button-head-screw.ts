import { acrossCorners, hexagon } from '../../bodies/outlines.ts'
import { length, thread } from '../../defining/parameters.ts'
import { dome } from '../../defining/rounding.ts'
import { byThread } from '../../defining/rows.ts'
import { defineShape, isMore, wrong } from '../../defining/shape.ts'
import { threadFigure } from '../../drawings/threads.ts'
import { buttonHead } from '../../standards/fasteners/socket-screws.ts'
import {
  shank,
  shankMeasures,
  shankRules,
  socketLeader,
  socketRules,
  threadOf,
  widthMeasure,
} from './heads.ts'

/** The diameter of the flat top of the head. */
const flatOf = ({ socket }: { socket: number }): number => acrossCorners(socket) * 1.1

/** Screws with a low rounded head and a hexagon socket. The head is a part of a sphere. */
export const buttonHeadScrew = defineShape({
  slug: 'button-head-screw',
  name: 'Button head screw',
  standards: ['ISO 7380-1'],
  parameters: [
    thread.required('thread', 'Thread'),
    length.required('length', 'Length'),
    length.optional('head', 'Head diameter'),
    length.optional('headHeight', 'Head height'),
    length.optional('socket', 'Hexagon socket'),
    length.optional('socketDepth', 'Depth of the socket'),
  ],
  table: byThread(buttonHead),
  complete(_given, read) {
    const screw = read()
    return { ...screw, threadLength: screw.length }
  },
  rules: (screw) => [
    ...socketRules(screw),
    isMore(screw.head, screw.diameter) || wrong('head thread', 'The head must be wider than the thread.'),
    screw.headHeight < screw.head / 2 ||
      wrong('headHeight head thread', 'The head must be less high than half of its width.'),
    isMore(screw.head, flatOf(screw)) ||
      wrong('socket head thread', 'The head must be wider than its flat top.'),
    isMore(screw.headHeight, screw.socketDepth) ||
      wrong('socketDepth headHeight socket thread', 'The socket must be less deep than the head is high.'),
    ...shankRules(screw),
  ],
  build(screw) {
    const { head, headHeight, socket, socketDepth } = screw
    const [, ...below] = shank(screw)
    const flat = flatOf(screw) / 2
    return {
      cut: {
        turned: [
          [0, headHeight],
          [flat, headHeight],
          { through: dome(head / 2, headHeight, flat).middle, to: [head / 2, 0] },
          ...below,
        ],
      },
      by: [{ prism: hexagon(socket), from: headHeight - socketDepth, to: headHeight + 1 }],
    }
  },
  size: (screw) => [screw.head, screw.head, screw.headHeight + screw.length],
  marks: (screw) => ({
    measures: [widthMeasure(screw.head), ...shankMeasures(screw)],
    leaders: [socketLeader(screw.socket)],
    front: threadFigure(threadOf(screw)),
    top: { hidden: false },
  }),
})
