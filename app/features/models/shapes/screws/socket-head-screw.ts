import { acrossCorners, hexagon } from '../../bodies/outlines.ts'
import { length, thread } from '../../defining/parameters.ts'
import { byThread } from '../../defining/rows.ts'
import { defineShape, isMore, wrong } from '../../defining/shape.ts'
import { threadFigure } from '../../drawings/threads.ts'
import { socketHead, socketThreadLength } from '../../standards/fasteners/socket-screws.ts'
import {
  shank,
  shankMeasures,
  shankRules,
  socketLeader,
  socketRules,
  threadOf,
  widthMeasure,
} from './heads.ts'

/** Cylinder head screws with a hexagon socket. */
export const socketHeadScrew = defineShape({
  slug: 'socket-head-screw',
  name: 'Socket head screw',
  standards: ['ISO 4762', 'DIN 912'],
  parameters: [
    thread.required('thread', 'Thread'),
    length.required('length', 'Length'),
    length.optional('threadLength', 'Thread length'),
    length.optional('head', 'Head diameter'),
    length.optional('headHeight', 'Head height'),
    length.optional('edge', 'Chamfer of the head'),
    length.optional('socket', 'Hexagon socket'),
    length.optional('socketDepth', 'Depth of the socket'),
  ],
  table(given) {
    const row = byThread(socketHead)(given)
    const all = given.number('length')
    return row && { ...row, threadLength: socketThreadLength(given.thread(), row.threadLength, all) }
  },
  rules: (screw) => [
    ...socketRules(screw),
    isMore(screw.head, screw.diameter) || wrong('head thread', 'The head must be wider than the thread.'),
    (isMore(screw.head - 2 * screw.edge, acrossCorners(screw.socket)) &&
      isMore(screw.headHeight, screw.edge)) ||
      wrong('edge head socket thread', 'The chamfer of the head must not reach the socket.'),
    isMore(screw.headHeight, screw.socketDepth) ||
      wrong('socketDepth headHeight thread', 'The socket must be less deep than the head is high.'),
    ...shankRules(screw),
  ],
  build(screw) {
    const { head, headHeight, edge, socket, socketDepth } = screw
    const [, ...below] = shank(screw)
    return {
      cut: {
        turned: [
          [0, headHeight],
          [head / 2 - edge, headHeight],
          [head / 2, headHeight - edge],
          [head / 2, 0],
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
