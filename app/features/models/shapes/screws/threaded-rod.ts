import { length, standard, thread } from '../../defining/parameters.ts'
import { defineShape } from '../../defining/shape.ts'
import { threadDepth } from '../../standards/iso-261.ts'
import { threadedEnd } from './heads.ts'

/** Rods threaded over their whole length. */
export const threadedRod = defineShape({
  slug: 'threaded-rod',
  name: 'Threaded rod',
  standards: ['DIN 976-1'],
  parameters: [
    thread.required('thread', 'Thread'),
    length.required('length', 'Length'),
    standard.optional('standard', 'Standard'),
  ],
  complete(given) {
    given.standard()
    const { diameter, pitch } = given.thread()
    return { diameter, pitch, length: given.number('length') }
  },
  rules: (rod) => [
    [rod.length > 3 * threadDepth(rod.pitch), ['length'], 'The rod must be longer than its chamfers.'],
  ],
  build(rod) {
    const depth = threadDepth(rod.pitch)
    return {
      turned: [[0, 0], [rod.diameter / 2 - depth, 0], [rod.diameter / 2, -depth], ...threadedEnd(rod)],
    }
  },
  size: (rod) => [rod.diameter, rod.diameter, rod.length],
})
