import { box, rectangle } from '../../bodies/outlines.ts'
import { length, thread } from '../../defining/parameters.ts'
import { dome } from '../../defining/rounding.ts'
import { byThread } from '../../defining/rows.ts'
import { defineShape, isMore, wrong } from '../../defining/shape.ts'
import { threadFigure } from '../../drawings/threads.ts'
import { threadLengthOf } from '../../standards/fasteners/hexagon-screws.ts'
import { carriageBolt as sizes } from '../../standards/fasteners/special-bolts.ts'
import { shank, shankMeasures, shankRules, threadOf, widthMeasure } from './heads.ts'

/** Bolts with a mushroom head and a square neck. The head is a cap of a sphere. */
export const carriageBolt = defineShape({
  slug: 'carriage-bolt',
  name: 'Carriage bolt',
  standards: ['DIN 603'],
  parameters: [
    thread.required('thread', 'Thread'),
    length.required('length', 'Length'),
    length.optional('threadLength', 'Thread length'),
    length.optional('head', 'Head diameter'),
    length.optional('headHeight', 'Head height'),
    length.optional('square', 'Width of the square'),
    length.optional('squareHeight', 'Height of the square'),
  ],
  table(given) {
    const row = byThread(sizes)(given)
    const all = given.number('length')
    const most = all - given.number('squareHeight', row?.squareHeight)
    return { ...row, threadLength: Math.min(threadLengthOf(given.thread().diameter, all), most) }
  },
  rules: (bolt) => [
    isMore(bolt.square, bolt.diameter) || wrong('square thread', 'The square must be wider than the thread.'),
    isMore(bolt.head, bolt.square * Math.SQRT2) ||
      wrong('head square thread', 'The head must be wider than the corners of the square.'),
    bolt.headHeight < bolt.head / 2 ||
      wrong('headHeight head thread', 'The head must be less high than half of its width.'),
    bolt.length >= bolt.squareHeight + bolt.threadLength ||
      wrong('threadLength length squareHeight', 'The bolt must be longer than its square and its thread.'),
    ...shankRules(bolt),
  ],
  build(bolt) {
    const half = bolt.square / 2
    const [, ...below] = shank(bolt)
    const { middle } = dome(bolt.head / 2, bolt.headHeight)
    return {
      fused: [
        { turned: [[0, bolt.headHeight], { through: middle, to: [bolt.head / 2, 0] }, ...below] },
        box([-half, -half, -bolt.squareHeight], [half, half, 0]),
      ],
      seams: true,
    }
  },
  size: (bolt) => [bolt.head, bolt.head, bolt.headHeight + bolt.length],
  marks(bolt) {
    const half = bolt.square / 2
    return {
      measures: [widthMeasure(bolt.head), ...shankMeasures(bolt)],
      front: threadFigure(threadOf(bolt)),
      top: {
        hidden: false,
        over: [{ outline: rectangle([-half, -half], [half, half]), fill: 'none', line: 'hidden' }],
      },
    }
  },
})
