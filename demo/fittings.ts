import type { DemoPart } from './demo-part.ts'

export const fittings: readonly DemoPart[] = [
  {
    sku: 'FP-R14-8',
    name: 'Push-in fitting R1/4, straight, tube 8 mm',
    price: '0.7846',
    quantity: 41_500,
    description:
      'Thread R1/4 to EN 10226-1, for plastic tube of 8 mm, nickel-plated brass, 14 mm across flats, −0.95 to 10 bar. Plugs into valves and cylinders without a tool.',
    drawing: {
      kind: 'push-in-fitting',
      thread: 'R1/4',
      threadDiameter: 13.157,
      pitch: 1.337,
      threadLength: 11,
      tube: 8,
      flats: 14,
      hexLength: 6,
      body: 13.5,
      length: 30,
    },
  },
  {
    sku: 'FE-R18-6',
    name: 'Push-in elbow R1/8, 90°, tube 6 mm',
    price: '0.8391',
    quantity: 35_800,
    description:
      'Thread R1/8 to EN 10226-1, for plastic tube of 6 mm, PBT body on nickel-plated brass, swivels, −0.95 to 10 bar. Turns air lines through 90° at valves and cylinders.',
    drawing: {
      kind: 'push-in-elbow',
      thread: 'R1/8',
      threadDiameter: 9.728,
      pitch: 0.907,
      threadLength: 8,
      tube: 6,
      flats: 10,
      hexLength: 5,
      body: 11,
      reach: 19,
      height: 18.5,
    },
  },
  {
    sku: 'CG-62444-M20',
    name: 'Cable gland M20 × 1.5, EN 62444',
    price: '0.2874',
    quantity: 88_000,
    description:
      'EN 62444, M20 × 1.5, polyamide 6 grey, for cables of 6 to 12 mm, 24 mm across flats, 9 mm of thread, IP68. Seals and holds cables at cabinets and motor boxes.',
    drawing: {
      kind: 'cable-gland',
      thread: 'M20',
      threadDiameter: 20,
      pitch: 1.5,
      threadLength: 9,
      flats: 24,
      cable: 12,
      length: 26,
    },
  },
  {
    sku: 'HC-3017-16-27',
    name: 'Hose clamp 16–27 mm, band 9 mm, DIN 3017',
    price: '0.1942',
    quantity: 103_000,
    description:
      'DIN 3017-1 form A, range 16 to 27 mm, band 9 mm wide, stainless steel W2 with a zinc-plated worm screw, 7 mm hexagon. For coolant, air and garden hoses.',
    drawing: { kind: 'hose-clamp', from: 16, to: 27, band: 9 },
  },
]
