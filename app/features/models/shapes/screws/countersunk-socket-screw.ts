import { hexagon } from '../../bodies/outlines.ts'
import { length, thread } from '../../defining/parameters.ts'
import { byStandardAndThread } from '../../defining/rows.ts'
import { defineShape, isMore, wrong } from '../../defining/shape.ts'
import { countersunkSocket } from '../../standards/fasteners/countersunk-screws.ts'
import { countersunkMarks, countersunkOutline, countersunkRules } from './countersunk-screw.ts'
import { socketLeader, socketRules } from './heads.ts'

/** Countersunk screws with a hexagon socket. */
export const countersunkSocketScrew = defineShape({
  slug: 'countersunk-socket-screw',
  name: 'Countersunk socket screw',
  standards: ['ISO 10642', 'DIN 7991'],
  parameters: [
    thread.required('thread', 'Thread'),
    length.required('length', 'Length'),
    length.optional('head', 'Head diameter'),
    length.optional('headHeight', 'Head height'),
    length.optional('socket', 'Hexagon socket'),
    length.optional('socketDepth', 'Depth of the socket'),
  ],
  table: byStandardAndThread(countersunkSocket),
  rules: (screw) => [
    ...socketRules(screw),
    // At the bottom of the socket the cone is narrower than the head.
    (isMore(Math.max(screw.diameter, screw.head - 2 * screw.socketDepth), screw.socket * 1.155) &&
      isMore(screw.length, screw.socketDepth)) ||
      wrong('socketDepth socket head thread', 'The socket must end inside the head.'),
    ...countersunkRules(screw),
  ],
  build: (screw) => ({
    cut: { turned: countersunkOutline(screw) },
    by: [{ prism: hexagon(screw.socket), from: -screw.socketDepth, to: 1 }],
  }),
  size: (screw) => [screw.head, screw.head, screw.length],
  marks: (screw) => ({ ...countersunkMarks(screw), leaders: [socketLeader(screw.socket)] }),
})
