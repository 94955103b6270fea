import type { DemoPart } from './demo-part.ts'

export const sealsAndSprings: readonly DemoPart[] = [
  {
    sku: 'OR-3601-117-NBR',
    name: 'O-ring 20.29 × 2.62, NBR 70, ISO 3601-1',
    category: 'seals',
    prices: { 100: '0.0357', 1000: '0.0328', 5000: '0.0302', 25000: '0.0278', 50000: '0.0259' },
    step: 50,
    quantity: 310_000,
    description:
      'ISO 3601-1 size 117, 20.29 mm inside, cord 2.62 mm, NBR with 70 Shore A, −30 to 100 °C. Seals oil, water and air in cylinders, valves and flanges.',
    attributes: {
      inner: 20.29,
      cord: 2.62,
      material: 'NBR 70 Shore A',
      temperature: 100,
      standard: 'ISO 3601-1',
    },
    drawing: { kind: 'o-ring', inner: 20.29, section: 2.62 },
  },
  {
    sku: 'SS-3760-25-40-7',
    name: 'Rotary shaft seal 25 × 40 × 7, DIN 3760 A',
    category: 'seals',
    prices: { 100: '0.6294', 500: '0.5885', 1000: '0.5539', 5000: '0.5161' },
    quantity: 27_500,
    description:
      'DIN 3760-A / ISO 6194, for shafts of 25 mm, bore 40 mm, width 7 mm, NBR with steel insert and spring. Keeps oil in gearboxes, axles and pumps.',
    attributes: { inner: 25, outer: 40, width: 7, material: 'NBR', standard: 'DIN 3760 / ISO 6194' },
    drawing: { kind: 'shaft-seal', shaft: 25, outer: 40, width: 7 },
  },
  {
    sku: 'SP-C-16-14-45',
    name: 'Compression spring 1.6 × 14 × 45, EN 10270-1',
    category: 'springs',
    prices: { 100: '0.1483', 500: '0.1379', 2500: '0.1283', 10000: '0.1186', 25000: '0.1112' },
    quantity: 92_000,
    description:
      'Wire 1.6 mm to EN 10270-1 SH, 14 mm outside, 45 mm long, 8.5 active coils, ends closed and ground. Rate 4.1 N/mm. For valves, plungers and return levers.',
    attributes: {
      type: 'Compression',
      wire: 1.6,
      outer: 14,
      length: 45,
      rate: 4.1,
      material: 'Spring wire SH',
      standard: 'EN 10270-1',
    },
    drawing: { kind: 'compression-spring', wire: 1.6, outer: 14, length: 45, coils: 8.5 },
  },
  {
    sku: 'SP-C-30-25-60',
    name: 'Compression spring 3.0 × 25 × 60, EN 10270-1',
    category: 'springs',
    prices: { 100: '0.4619', 500: '0.4319', 2500: '0.4019', 10000: '0.3741' },
    quantity: 33_000,
    description:
      'Wire 3 mm to EN 10270-1 SH, 25 mm outside, 60 mm long, 6.5 active coils, ends closed and ground. Rate 11.9 N/mm. For clamps, dies and heavier return motions.',
    attributes: {
      type: 'Compression',
      wire: 3,
      outer: 25,
      length: 60,
      rate: 11.9,
      material: 'Spring wire SH',
      standard: 'EN 10270-1',
    },
    drawing: { kind: 'compression-spring', wire: 3, outer: 25, length: 60, coils: 6.5 },
  },
  {
    sku: 'SP-T-10-10-40',
    name: 'Tension spring 1.0 × 10 × 40, EN 10270-1',
    category: 'springs',
    prices: { 100: '0.1926', 500: '0.1791', 2500: '0.1676', 10000: '0.1549' },
    quantity: 61_000,
    description:
      'Wire 1 mm to EN 10270-1 SH, 10 mm outside, 40 mm between the loops, German loops at both ends. Rate 0.54 N/mm. Pulls back levers, flaps and pedals.',
    attributes: {
      type: 'Tension',
      wire: 1,
      outer: 10,
      length: 40,
      rate: 0.54,
      material: 'Spring wire SH',
      standard: 'EN 10270-1',
    },
    drawing: { kind: 'tension-spring', wire: 1, outer: 10, length: 40 },
  },
  {
    sku: 'SP-2093-A25',
    name: 'Disc spring A 25, 25 × 12.2 × 1.5, DIN 2093',
    category: 'washers-and-disc-springs',
    prices: { 100: '0.1658', 500: '0.1542', 2500: '0.1434', 10000: '0.1326' },
    quantity: 76_000,
    description:
      'DIN 2093 / EN 16983 series A, 25 mm outside, 12.2 mm inside, 1.5 mm thick, 2.05 mm high, steel 51CrV4. About 2.9 kN at 75 % deflection; stacks keep bolts tight.',
    attributes: {
      inner: 12.2,
      outer: 25,
      thickness: 1.5,
      material: 'Steel 51CrV4',
      standard: 'DIN 2093 / EN 16983',
    },
    drawing: { kind: 'disc-spring', inner: 12.2, outer: 25, thickness: 1.5, height: 2.05 },
  },
]
