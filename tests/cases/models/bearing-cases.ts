import fc from 'fast-check'
import { boreEdgeVolume, outerEdgeVolume, torusVolume, tubeVolume } from '#demo/catalogue/volumes.ts'
import { mm, numberOf, ratio, rounded, type ShapeCase, set, type Values } from './shape-case.ts'

/** A bore, an outside diameter and a width that fit each other. */
const bearing = (wall: readonly [number, number], width: readonly [number, number], key = 'width') =>
  fc
    .record({ bore: mm(4, 80), wall: ratio(...wall), wide: ratio(...width) })
    .map(({ bore, wall: part, wide }): Values => {
      const outer = rounded(bore * (1 + part))
      return { bore, outer, [key]: rounded((outer - bore) * wide) }
    })

const boreIsOutside = ['bore', set('bore', (values) => numberOf(values, 'outer'))] as const

export const bearingCases: readonly ShapeCase[] = [
  {
    slug: 'ball-bearing',
    given: fc
      .record({
        sizes: bearing([0.8, 1.8], [0.4, 0.6]),
        sealing: fc.constantFrom('Rubber seals', 'Steel shields'),
      })
      .map(({ sizes, sealing }) => ({ ...sizes, sealing, chamfer: 0.2 })),
    volume: (_, d) => {
      const [bore, outer, width, edge] = [d.bore ?? 0, d.outer ?? 0, d.width ?? 0, d.chamfer ?? 0]
      const ring = (outer - bore) * 0.32
      return (
        tubeVolume(bore, outer, width) -
        2 * outerEdgeVolume(outer, edge) -
        2 * boreEdgeVolume(bore, edge) -
        2 * tubeVolume(bore + ring, outer - ring, width * 0.04)
      )
    },
    impossible: [
      boreIsOutside,
      ['flange', (values) => ({ ...values, flange: numberOf(values, 'outer'), flangeWidth: 1 })],
      ['chamfer', set('chamfer', (values) => numberOf(values, 'width'))],
      ['sealing', set('sealing', 'Felt')],
    ],
  },
  {
    slug: 'needle-bearing',
    given: bearing([0.2, 0.5], [1.5, 4]),
    impossible: [boreIsOutside, ['width', set('width', 0.5)]],
  },
  {
    slug: 'thrust-bearing',
    given: bearing([0.5, 0.9], [0.5, 0.8]),
    impossible: [boreIsOutside, ['width', set('width', (values) => numberOf(values, 'outer') / 30)]],
  },
  {
    slug: 'tapered-bearing',
    given: bearing([0.7, 1.2], [0.4, 0.6]).map((sizes) => ({
      ...sizes,
      cone: rounded(numberOf(sizes, 'width') * 0.92),
      cup: rounded(numberOf(sizes, 'width') * 0.8),
    })),
    impossible: [
      boreIsOutside,
      ['cup', set('cup', (values) => numberOf(values, 'width'))],
      ['cone', set('cone', (values) => numberOf(values, 'width') / 2)],
    ],
  },
  {
    slug: 'linear-bearing',
    given: fc.constantFrom<Values[]>(
      { bore: 8, outer: 15, length: 24 },
      { bore: 12, outer: 21, length: 30 },
      { bore: 20, outer: 32, length: 42 },
    ),
    volume: (_, d) => {
      const [bore, outer] = [d.bore ?? 0, d.outer ?? 0]
      const wall = (outer - bore) / 2
      return (
        tubeVolume(bore, outer, d.length ?? 0) -
        2 * tubeVolume(bore, outer - wall / 2, wall / 4) -
        2 * tubeVolume(d.groove ?? 0, outer, d.grooveWidth ?? 0)
      )
    },
    impossible: [
      [
        'bore',
        (values) => ({ ...values, bore: numberOf(values, 'outer'), grooves: 10, grooveWidth: 1, groove: 14 }),
      ],
      ['grooves', set('grooves', 60)],
      ['groove', set('groove', 60)],
    ],
  },
  {
    slug: 'flanged-bush',
    given: bearing([0.2, 1], [1, 6], 'length').map((sizes) => ({
      ...sizes,
      flange: rounded(numberOf(sizes, 'outer') * 1.3),
      flangeWidth: rounded(numberOf(sizes, 'length') * 0.3),
    })),
    volume: (_, d) =>
      tubeVolume(d.bore ?? 0, d.outer ?? 0, d.length ?? 0) +
      tubeVolume(d.outer ?? 0, d.flange ?? 0, d.flangeWidth ?? 0),
    impossible: [
      boreIsOutside,
      ['flange', set('flange', (values) => numberOf(values, 'outer'))],
      ['flangeWidth', set('flangeWidth', (values) => numberOf(values, 'length'))],
    ],
  },
  {
    slug: 'plain-bush',
    given: bearing([0.05, 1], [1, 6], 'length'),
    volume: (_, d) => tubeVolume(d.bore ?? 0, d.outer ?? 0, d.length ?? 0),
    impossible: [boreIsOutside],
  },
  {
    slug: 'o-ring',
    given: fc.record({ inner: mm(2, 400), section: mm(0.5, 7) }),
    volume: (_, d) => torusVolume(d.inner ?? 0, d.section ?? 0),
    impossible: [['section', set('section', (values) => numberOf(values, 'inner') * 4)]],
  },
  {
    slug: 'shaft-seal',
    given: bearing([0.3, 0.8], [0.4, 0.7]).map(({ bore = 0, ...sizes }) => ({ ...sizes, inner: bore })),
    impossible: [['inner', set('inner', (values) => numberOf(values, 'outer'))]],
  },
  {
    slug: 'compression-spring',
    given: fc
      .record({
        wire: mm(0.5, 4),
        index: ratio(5, 10),
        coils: fc.integer({ min: 6, max: 12 }),
        open: ratio(1.6, 3),
      })
      .map(({ wire, index, coils, open }) => springOf(wire, index, coils / 2, wire * (coils / 2 + 2) * open)),
    impossible: [
      ['wire', set('wire', (values) => numberOf(values, 'outer'))],
      ['length', set('length', (values) => numberOf(values, 'wire') * 2)],
      ['rate', set('rate', 90_000)],
      ['rate', set('rate', 0.000_001)],
    ],
  },
  {
    slug: 'tension-spring',
    given: fc
      .record({ wire: mm(0.5, 3), index: ratio(7, 10), coils: fc.integer({ min: 4, max: 8 }) })
      .map(({ wire, index, coils }) =>
        springOf(wire, index, coils, coils * wire * 1.03 + 1.5 * (index - 1) * wire),
      ),
    impossible: [
      ['wire', set('wire', (values) => numberOf(values, 'outer'))],
      ['length', set('length', (values) => numberOf(values, 'wire') * 2)],
      ['rate', set('rate', 90_000)],
    ],
  },
]

/** A spring that has so many active coils by its rate, by EN 13906-1. */
const springOf = (wire: number, index: number, coils: number, length: number): Values => {
  const outer = rounded(wire * index)
  return {
    wire,
    outer,
    length: rounded(length),
    rate: (81_500 * wire ** 4) / (8 * (outer - wire) ** 3 * coils),
  }
}
