import fc from 'fast-check'
import { boltVolume, cylinderVolume, frustumVolume, gearArea, zoneVolume } from '#demo/catalogue/volumes.ts'
import { mm, numberOf, ratio, rounded, type ShapeCase, set, type Values } from './shape-case.ts'

export const machinePartCases: readonly ShapeCase[] = [
  {
    slug: 'dowel-pin',
    given: fc.record({
      diameter: fc.constantFrom(1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10, 12, 16, 20),
      length: fc.integer({ min: 10, max: 100 }),
    }),
    volume: (_, d) => {
      const [diameter, chamfer] = [d.diameter ?? 0, d.chamfer ?? 0]
      const end = diameter - 2 * chamfer * Math.tan(Math.PI / 12)
      return (
        frustumVolume(end, diameter, chamfer) +
        cylinderVolume(diameter, (d.length ?? 0) - chamfer - diameter / 10) +
        zoneVolume(diameter, 0, diameter / 10)
      )
    },
    impossible: [
      ['length', set('length', 0.2)],
      ['chamfer', set('chamfer', 30)],
    ],
  },
  {
    slug: 'clevis-pin',
    given: fc.record({
      diameter: fc.constantFrom(3, 4, 5, 6, 8, 10, 12, 16, 20, 24),
      length: fc.integer({ min: 30, max: 100 }),
      form: fc.constantFrom('A', 'B'),
    }),
    impossible: [
      ['head', set('head', (values) => numberOf(values, 'diameter'))],
      ['hole', (values) => ({ ...values, form: 'B', hole: numberOf(values, 'diameter') })],
      ['length', (values) => ({ ...values, form: 'B', length: 0.5 })],
      ['form', set('form', 'C')],
    ],
  },
  {
    slug: 'split-pin',
    given: fc.record({
      hole: fc.constantFrom(1, 1.2, 1.6, 2, 2.5, 3.2, 4, 5, 6.3, 8, 10),
      length: fc.integer({ min: 12, max: 80 }),
    }),
    impossible: [
      ['eye', set('eye', 0.5)],
      ['length', set('length', 0.2)],
    ],
  },
  {
    slug: 'spring-pin',
    given: fc.record({
      diameter: fc.constantFrom(2, 2.5, 3, 4, 5, 6, 8, 10),
      length: fc.integer({ min: 8, max: 80 }),
    }),
    impossible: [
      ['wall', set('wall', (values) => numberOf(values, 'diameter') / 2)],
      ['length', set('length', 0.5)],
    ],
  },
  {
    slug: 'parallel-key',
    given: fc.record({
      width: fc.constantFrom(2, 3, 4, 5, 6, 8, 10, 12, 14, 16, 18, 20),
      length: fc.integer({ min: 21, max: 100 }),
    }),
    volume: (_, d) => {
      const [width, length] = [d.width ?? 0, d.length ?? 0]
      return (width * (length - width) + (Math.PI / 4) * width ** 2) * (d.height ?? 0)
    },
    impossible: [['length', set('length', (values) => numberOf(values, 'width'))]],
  },
  {
    slug: 'shaft-retaining-ring',
    given: fc.record({ seat: fc.integer({ min: 10, max: 40 }) }),
    impossible: [
      ['lug', set('lug', 60)],
      ['hole', set('hole', 60)],
      ['width', set('width', 60)],
    ],
  },
  {
    slug: 'bore-retaining-ring',
    given: fc.record({ seat: fc.integer({ min: 14, max: 48 }) }),
    impossible: [
      ['lug', set('lug', 60)],
      ['hole', set('hole', 60)],
      ['width', set('width', 60)],
    ],
  },
  {
    slug: 'retaining-washer',
    given: fc.record({ groove: fc.constantFrom(1.5, 1.9, 2.3, 3.2, 4, 5, 6, 7, 8, 9, 10, 12, 15, 19, 24) }),
    impossible: [
      ['outer', set('outer', (values) => numberOf(values, 'groove'))],
      ['opening', set('opening', (values) => numberOf(values, 'groove'))],
    ],
  },
  {
    slug: 'spur-gear',
    given: fc
      .record({
        module: mm(0.5, 4),
        teeth: fc.integer({ min: 14, max: 36 }),
        width: mm(3, 40),
        bore: ratio(0.2, 0.6),
      })
      .map(({ module, teeth, width, bore }) => ({
        module,
        teeth,
        width,
        bore: rounded(module * (teeth - 2.5) * bore),
      })),
    volume: (_, d) =>
      (gearArea(d.module ?? 0, d.teeth ?? 0) - (Math.PI / 4) * (d.bore ?? 0) ** 2) * (d.width ?? 0),
    impossible: [
      ['bore', set('bore', (values) => numberOf(values, 'module') * numberOf(values, 'teeth'))],
      ['teeth', set('teeth', 5)],
      ['teeth', set('teeth', 20.5)],
      ['hub', (values) => ({ ...values, hub: numberOf(values, 'bore'), hubLength: 5 })],
    ],
  },
  {
    slug: 'shaft-collar',
    given: fc.record({ bore: fc.constantFrom(5, 6, 8, 10, 12, 16, 20, 25, 30, 40, 50) }),
    impossible: [
      ['outer', set('outer', (values) => numberOf(values, 'bore'))],
      ['screw', set('screw', (values) => numberOf(values, 'bore'))],
    ],
  },
  {
    slug: 'bridge-handle',
    given: fc
      .record({
        thread: fc.constantFrom('M5', 'M6', 'M8'),
        grip: mm(12, 20),
        wide: ratio(1, 1.6),
        height: ratio(2.2, 3),
      })
      .map(({ thread, grip, wide, height }) => ({
        thread,
        grip,
        depth: rounded(grip * wide),
        height: rounded(grip * height),
        spacing: rounded(grip * (height + 4)),
      })),
    impossible: [
      ['grip', set('grip', 5)],
      ['height', set('height', (values) => numberOf(values, 'grip'))],
      ['spacing', set('spacing', (values) => numberOf(values, 'grip'))],
    ],
  },
  {
    slug: 'star-knob',
    given: fc.constantFrom<Values[]>(
      { diameter: 32, thread: 'M6' },
      { diameter: 40, thread: 'M8' },
      { diameter: 63, thread: 'M12' },
    ),
    impossible: [
      ['thread', set('thread', 'M60')],
      ['hub', set('hub', (values) => numberOf(values, 'diameter'))],
      ['height', set('height', 1)],
    ],
  },
  {
    slug: 'disc-magnet',
    given: fc.record({ diameter: mm(1, 100), height: mm(0.5, 60) }),
    volume: (_, d) => cylinderVolume(d.diameter ?? 0, d.height ?? 0),
    impossible: [],
  },
  {
    slug: 'rubber-buffer',
    given: fc.record({
      thread: fc.constantFrom('M4', 'M6', 'M8', 'M10'),
      diameter: mm(15, 80),
      height: mm(8, 60),
      stud: mm(5, 40),
    }),
    volume: (_, d) =>
      cylinderVolume(d.diameter ?? 0, d.height ?? 0) +
      2 * boltVolume(d.thread ?? 0, d.pitch ?? 0, d.stud ?? 0),
    impossible: [
      ['thread', set('thread', 'M100 × 4')],
      ['stud', set('stud', 0.1)],
    ],
  },
  {
    slug: 'angle-bracket',
    given: fc
      .record({ leg: mm(20, 120), wide: ratio(0.5, 2), sheet: ratio(0.03, 0.1), hole: ratio(0.1, 0.25) })
      .map(({ leg, wide, sheet, hole }) => ({
        leg,
        width: rounded(leg * wide),
        thickness: rounded(leg * sheet),
        hole: rounded(leg * hole),
      })),
    impossible: [
      ['thickness', set('thickness', (values) => numberOf(values, 'leg') / 2)],
      ['hole', set('hole', (values) => numberOf(values, 'width') * 2)],
    ],
  },
]
