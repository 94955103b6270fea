import type { DemoPart } from './demo-part.ts'

export const pinsAndRings: readonly DemoPart[] = [
  {
    sku: 'PD-8734-6-24',
    name: 'Dowel pin 6 m6 × 24, ISO 8734',
    price: '0.0573',
    quantity: 174_000,
    description:
      'ISO 8734-A / DIN 6325, 6 mm to m6, 24 mm long, through-hardened steel 60 HRC, ground. Locates tool plates, fixtures and housings against each other.',
    drawing: { kind: 'dowel-pin', diameter: 6, length: 24 },
  },
  {
    sku: 'PC-2341-8-30',
    name: 'Clevis pin with head and hole 8 × 30, ISO 2341 B',
    price: '0.2459',
    quantity: 48_000,
    description:
      'ISO 2341-B, 8 mm to h11, 30 mm long, head 14 × 3 mm, hole 2 mm for a split pin, steel, zinc plated. The hinge pin of fork heads, levers and linkages.',
    drawing: {
      kind: 'clevis-pin',
      diameter: 8,
      length: 30,
      head: 14,
      headHeight: 3,
      hole: 2,
      holeFromEnd: 3.5,
    },
  },
  {
    sku: 'PS-1234-32-32',
    name: 'Split pin 3.2 × 32, ISO 1234',
    price: '0.0117',
    quantity: 290_000,
    description:
      'ISO 1234 / DIN 94, for holes of 3.2 mm, 32 mm long, eye 5.8 mm wide, soft steel, zinc plated. Secures castle nuts and clevis pins; the ends are bent apart.',
    drawing: { kind: 'cotter-pin', size: 3.2, diameter: 2.9, length: 32, eye: 5.8, eyeLength: 6.4 },
  },
  {
    sku: 'PR-8752-5-30',
    name: 'Slotted spring pin 5 × 30, ISO 8752',
    price: '0.0328',
    quantity: 205_000,
    description:
      'ISO 8752 / DIN 1481, for holes of 5 mm, 30 mm long, wall 1 mm, spring steel, chamfered at both ends. Driven into a drilled hole it holds by its own spring.',
    drawing: { kind: 'spring-pin', diameter: 5, length: 30, wall: 1 },
  },
  {
    sku: 'KP-6885-8-7-40',
    name: 'Parallel key A 8 × 7 × 40, DIN 6885',
    price: '0.1937',
    quantity: 57_000,
    description:
      'DIN 6885-A, 8 mm wide, 7 mm high, 40 mm long, round ends, bright steel C45+C. Carries torque between shafts of 22 to 30 mm and hubs, gears or pulleys.',
    drawing: { kind: 'parallel-key', width: 8, height: 7, length: 40 },
  },
  {
    sku: 'RR-471-20',
    name: 'Retaining ring for shafts 20 × 1.2, DIN 471',
    price: '0.0246',
    quantity: 260_000,
    description:
      'DIN 471, for shafts of 20 mm with a 19 mm groove, 1.2 mm thick, 18.5 mm free inside, spring steel, phosphated. Keeps bearings and gears from sliding along the shaft.',
    drawing: {
      kind: 'retaining-ring',
      seat: 'shaft',
      nominal: 20,
      free: 18.5,
      thickness: 1.2,
      radial: 2.6,
      lug: 4,
      hole: 2,
    },
  },
  {
    sku: 'RR-472-32',
    name: 'Retaining ring for bores 32 × 1.2, DIN 472',
    price: '0.0489',
    quantity: 147_000,
    description:
      'DIN 472, for bores of 32 mm with a 33.7 mm groove, 1.2 mm thick, 34.4 mm free outside, spring steel, phosphated. Holds bearings and seals in their housing.',
    drawing: {
      kind: 'retaining-ring',
      seat: 'bore',
      nominal: 32,
      free: 34.4,
      thickness: 1.2,
      radial: 3.2,
      lug: 5.4,
      hole: 2.5,
    },
  },
  {
    sku: 'RE-6799-6',
    name: 'Retaining washer (E-clip) 6, DIN 6799',
    price: '0.0164',
    quantity: 335_000,
    description:
      'DIN 6799, for a 6 mm groove on shafts of 7 to 9 mm, 0.7 mm thick, 12.3 mm wide when fitted, spring steel. Pushed on from the side, for pins and light axles.',
    drawing: { kind: 'e-clip', groove: 6, outer: 12.3, opening: 5.26, thickness: 0.7 },
  },
]
