import fc from 'fast-check'
import {
  boltVolume,
  type Dimensions,
  type Fastener,
  solidVolumes,
  tubeVolume,
  zoneVolume,
} from '#demo/catalogue/volumes.ts'
import { diameterOf, mm, numberOf, ratio, rounded, type ShapeCase, set, type Values } from './shape-case.ts'

const THREADS = ['M3', 'M4', 'M5', 'M6', 'M8', 'M10', 'M12', 'M16'] as const

/** A thread of the tables, and a length by its diameter. */
const screw = (
  least: number,
  standards: readonly string[],
  threads: readonly string[] = THREADS,
): fc.Arbitrary<Values> =>
  fc
    .record({
      thread: fc.constantFrom(...threads),
      part: ratio(least, 12),
      standard: fc.constantFrom(...standards),
    })
    .map(({ thread, part, standard }) => ({
      thread,
      standard,
      length: Math.round(Number(thread.slice(1)) * part),
    }))

const nut = (standards: readonly string[], threads: readonly string[] = THREADS): fc.Arbitrary<Values> =>
  fc.record({ thread: fc.constantFrom(...threads), standard: fc.constantFrom(...standards) })

const bolt = (d: Readonly<Record<string, number>>): number =>
  boltVolume(d.diameter ?? 0, d.pitch ?? 0, d.length ?? 0)

const volumeOf = (slug: Fastener, dimensions: Readonly<Record<string, number>>): number =>
  solidVolumes[slug](dimensions as Dimensions)

/** Flats as wide as the thread. */
const flatsOfThread = set('flats', diameterOf)

export const screwCases: readonly ShapeCase[] = [
  {
    slug: 'hexagon-screw',
    given: screw(1.5, ['ISO 4017', 'ISO 4014', 'DIN 933', 'DIN 931']),
    volume: (_, d) => volumeOf('hexagon-screw', d),
    impossible: [
      ['flats', flatsOfThread],
      ['headHeight', set('headHeight', 0.1)],
      ['threadLength', set('threadLength', (values) => numberOf(values, 'length') + 1)],
      ['thread', set('thread', '8')],
    ],
  },
  {
    slug: 'hexagon-flange-screw',
    given: screw(1.5, ['EN 1665', 'DIN 6921'], ['M5', 'M6', 'M8', 'M10']),
    impossible: [
      ['flats', flatsOfThread],
      ['flange', set('flange', (values) => diameterOf(values) * 1.5)],
      ['headHeight', set('headHeight', 1)],
      ['threadLength', set('threadLength', 0.2)],
    ],
  },
  {
    slug: 'socket-head-screw',
    given: screw(1.5, ['ISO 4762', 'DIN 912']),
    volume: (_, d) => volumeOf('socket-head-screw', d),
    impossible: [
      ['socket', set('socket', (values) => diameterOf(values) * 1.6)],
      ['head', set('head', diameterOf)],
      ['socketDepth', set('socketDepth', (values) => diameterOf(values))],
      ['edge', set('edge', (values) => diameterOf(values))],
    ],
  },
  {
    slug: 'button-head-screw',
    given: screw(1.2, ['ISO 7380-1']),
    volume: (_, d) => volumeOf('button-head-screw', d),
    impossible: [
      ['socket', set('socket', (values) => diameterOf(values) * 2)],
      ['head', set('head', diameterOf)],
      ['headHeight', set('headHeight', (values) => diameterOf(values) * 2)],
      ['socketDepth', set('socketDepth', (values) => diameterOf(values) * 2)],
    ],
  },
  {
    slug: 'countersunk-socket-screw',
    given: screw(1.5, ['ISO 10642', 'DIN 7991']),
    volume: (_, d) => volumeOf('countersunk-socket-screw', d),
    impossible: [
      ['socket', set('socket', (values) => diameterOf(values) * 2)],
      ['head', set('head', diameterOf)],
      ['headHeight', set('headHeight', 0.1)],
      ['length', set('length', 1)],
    ],
  },
  {
    slug: 'countersunk-cross-screw',
    given: screw(1.5, ['ISO 7046-1', 'DIN 965'], ['M2', 'M2.5', 'M3', 'M4', 'M5', 'M6', 'M8']),
    volume: (_, d) => volumeOf('countersunk-cross-screw', d),
    impossible: [
      ['head', set('head', diameterOf)],
      ['headHeight', set('headHeight', 0.1)],
      ['length', set('length', 0.5)],
    ],
  },
  {
    slug: 'set-screw',
    given: screw(1.8, ['ISO 4029', 'DIN 916', 'ISO 4026', 'DIN 913']),
    volume: ({ standard }, d) =>
      volumeOf(standard === 'ISO 4029' || standard === 'DIN 916' ? 'set-screw-cup' : 'set-screw', d),
    impossible: [
      ['socket', set('socket', diameterOf)],
      ['point', set('point', diameterOf)],
      ['length', set('length', 1)],
    ],
  },
  {
    slug: 'carriage-bolt',
    given: screw(3, ['DIN 603'], ['M5', 'M6', 'M8', 'M10', 'M12']),
    volume: (_, d) =>
      zoneVolume(d.head ?? 0, 0, d.headHeight ?? 0) +
      (d.square ?? 0) ** 2 * (d.squareHeight ?? 0) +
      boltVolume(d.diameter ?? 0, d.pitch ?? 0, (d.length ?? 0) - (d.squareHeight ?? 0)),
    impossible: [
      ['square', set('square', diameterOf)],
      ['head', set('head', (values) => diameterOf(values) * 1.2)],
      ['headHeight', set('headHeight', (values) => diameterOf(values) * 2)],
      ['threadLength', set('threadLength', (values) => numberOf(values, 'length'))],
    ],
  },
  {
    slug: 'eye-bolt',
    given: nut(['DIN 580'], ['M8', 'M10', 'M12', 'M16', 'M20', 'M24']),
    impossible: [
      ['eye', set('eye', 200)],
      ['collar', set('collar', diameterOf)],
      ['height', set('height', 2)],
    ],
  },
  {
    slug: 'threaded-rod',
    given: screw(1, ['DIN 976-1']),
    volume: (_, d) => volumeOf('threaded-rod', d),
    impossible: [
      ['length', set('length', 0.1)],
      ['thread', set('thread', 'M8 × 9')],
    ],
  },
  {
    slug: 'stud',
    given: screw(2, ['DIN 939', 'DIN 938', 'DIN 835']),
    volume: (_, d) => bolt(d) + boltVolume(d.diameter ?? 0, d.pitch ?? 0, d.metalEnd ?? 0),
    impossible: [
      ['threadLength', set('threadLength', (values) => numberOf(values, 'length') + 1)],
      ['metalEnd', set('metalEnd', 0.1)],
    ],
  },
  {
    slug: 'hexagon-nut',
    given: nut(['ISO 4032', 'DIN 934']),
    volume: (_, d) => volumeOf('hexagon-nut', d),
    impossible: [
      ['flats', flatsOfThread],
      ['height', set('height', 0.1)],
    ],
  },
  {
    slug: 'flange-nut',
    given: nut(['EN 1661', 'DIN 6923'], ['M5', 'M6', 'M8', 'M10', 'M12', 'M16']),
    volume: (_, d) => volumeOf('flange-nut', d),
    impossible: [
      ['flats', flatsOfThread],
      ['flange', set('flange', diameterOf)],
      ['height', set('height', 1)],
    ],
  },
  {
    slug: 'lock-nut',
    given: nut(['ISO 7040', 'DIN 985'], ['M4', 'M5', 'M6', 'M8', 'M10', 'M12']),
    volume: (_, d) => volumeOf('lock-nut', d),
    impossible: [
      ['flats', flatsOfThread],
      ['height', set('height', 1)],
      ['hexagonHeight', set('hexagonHeight', 0.1)],
    ],
  },
  {
    slug: 'cap-nut',
    given: nut(['DIN 1587'], ['M4', 'M5', 'M6', 'M8', 'M10', 'M12', 'M16']),
    volume: (_, d) => volumeOf('cap-nut', d),
    impossible: [
      ['dome', set('dome', diameterOf)],
      ['depth', set('depth', 60)],
      ['height', set('height', 2)],
    ],
  },
  {
    slug: 'wing-nut',
    given: nut(['DIN 315'], ['M4', 'M5', 'M6', 'M8', 'M10', 'M12']),
    impossible: [
      ['top', set('top', diameterOf)],
      ['span', set('span', (values) => diameterOf(values) * 1.5)],
      ['height', set('height', 1)],
      ['wing', set('wing', 40)],
    ],
  },
  {
    slug: 'washer',
    given: fc
      .record({ inner: mm(1, 60), wall: mm(0.1, 40), thickness: mm(0.1, 12) })
      .map(({ inner, wall, thickness }) => ({ inner, outer: rounded(inner + 2 * wall), thickness })),
    volume: (_, d) => volumeOf('washer', d),
    impossible: [
      ['inner', set('inner', (values) => numberOf(values, 'outer'))],
      ['inner', set('inner', (values) => numberOf(values, 'outer') + 5)],
    ],
  },
  {
    slug: 'spring-washer',
    given: nut(['DIN 127']),
    volume: (_, d) => volumeOf('spring-washer', d),
    impossible: [
      ['inner', set('inner', 200)],
      ['thickness', set('thickness', 200)],
    ],
  },
  {
    slug: 'serrated-washer',
    given: nut(['DIN 6798']),
    volume: (_, d) => volumeOf('serrated-washer', d),
    impossible: [['inner', set('inner', 200)]],
  },
  {
    slug: 'disc-spring',
    given: fc
      .record({ outer: mm(8, 100), hole: ratio(0.3, 0.8), part: ratio(0.02, 0.1), rise: ratio(1.2, 2) })
      .map(({ outer, hole, part, rise }) => ({
        outer,
        inner: rounded(outer * hole),
        thickness: rounded(outer * part),
        height: rounded(outer * part * rise + 0.1),
      })),
    volume: (_, d) => tubeVolume(d.inner ?? 0, d.outer ?? 0, d.thickness ?? 0),
    impossible: [
      ['inner', set('inner', (values) => numberOf(values, 'outer'))],
      ['height', set('height', (values) => numberOf(values, 'thickness'))],
    ],
  },
]
