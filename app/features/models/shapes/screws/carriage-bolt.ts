import { box, rectangle } from '../../bodies/outlines.ts'
import { length, standard, thread } from '../../defining/parameters.ts'
import { dome } from '../../defining/rounding.ts'
import { defineShape, isMore } from '../../defining/shape.ts'
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
    standard.optional('standard', 'Standard'),
  ],
  complete(given) {
    given.standard()
    const { name, diameter, pitch } = given.thread()
    const row = sizes(name)
    const all = given.number('length')
    const squareHeight = given.number('squareHeight', row?.squareHeight)
    const most = Math.min(threadLengthOf(diameter, all), all - squareHeight)
    return {
      diameter,
      pitch,
      length: all,
      threadLength: given.number('threadLength', most),
      head: given.number('head', row?.head),
      headHeight: given.number('headHeight', row?.headHeight),
      square: given.number('square', row?.square),
      squareHeight,
    }
  },
  rules: (bolt) => [
    [isMore(bolt.square, bolt.diameter), ['square', 'thread'], 'The square must be wider than the thread.'],
    [
      isMore(bolt.head, bolt.square * Math.SQRT2),
      ['head', 'square', 'thread'],
      'The head must be wider than the corners of the square.',
    ],
    [
      bolt.headHeight < bolt.head / 2,
      ['headHeight', 'head', 'thread'],
      'The head must be less high than half of its width.',
    ],
    [
      bolt.length >= bolt.squareHeight + bolt.threadLength,
      ['threadLength', 'length', 'squareHeight'],
      'The bolt must be longer than its square and its thread.',
    ],
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
      layout: 'beside',
      measures: [widthMeasure(bolt.head), ...shankMeasures(bolt)],
      front: threadFigure(threadOf(bolt)),
      top: {
        hidden: false,
        over: [{ outline: rectangle([-half, -half], [half, half]), fill: 'none', line: 'hidden' }],
      },
    }
  },
})
