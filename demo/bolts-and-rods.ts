import type { DemoPart } from './demo-part.ts'

export const boltsAndRods: readonly DemoPart[] = [
  {
    sku: 'CB-603-M8-60',
    name: 'Carriage bolt M8 × 60, DIN 603',
    category: 'special-bolts-and-rods',
    prices: { 100: '0.1079', 500: '0.1003', 2500: '0.0928', 10000: '0.0863', 25000: '0.0809' },
    quantity: 96_000,
    weight: 28.3,
    origin: 'PL',
    customsCode: '73181520',
    description:
      'DIN 603, M8 × 60, steel 4.8, zinc plated. Round head 20.65 mm wide, 22 mm of thread; the square neck keeps it from turning in wood. For gates, benches and racking.',
    attributes: {
      thread: 'M8',
      length: 60,
      'thread-length': 22,
      material: 'Steel',
      strength: '4.8',
      finish: 'Zinc plated',
      standard: 'DIN 603',
    },
    kind: 'carriage-bolt',
  },
  {
    sku: 'EB-580-M10',
    name: 'Lifting eye bolt M10, DIN 580',
    category: 'special-bolts-and-rods',
    prices: { 100: '1.1873', 500: '1.1161', 1000: '1.0567', 2500: '0.9973' },
    quantity: 8_600,
    weight: 110,
    leadDays: 2,
    origin: 'DE',
    customsCode: '73181520',
    description:
      'DIN 580, M10 × 17, forged steel C15E, zinc plated. Eye 25 mm inside, 45 mm outside, collar 25 mm. Lifts 230 kg along its axis; for motors, gearboxes and moulds.',
    attributes: {
      thread: 'M10',
      length: 17,
      material: 'Forged steel C15E',
      finish: 'Zinc plated',
      standard: 'DIN 580',
    },
    kind: 'eye-bolt',
  },
  {
    sku: 'TR-976-M10-1000',
    name: 'Threaded rod M10 × 1000, DIN 976-1',
    category: 'special-bolts-and-rods',
    prices: { 100: '1.4236', 500: '1.3311', 1000: '1.2528', 5000: '1.1745' },
    quantity: 12_800,
    weight: 500,
    origin: 'PL',
    customsCode: '73181550',
    description:
      'DIN 976-1 form A, M10 × 1000, steel 4.8, zinc plated. Pitch 1.5 mm over the whole length, to be cut as needed. For ceiling suspensions, pipe runs and clamping.',
    attributes: {
      thread: 'M10',
      length: 1000,
      'thread-length': 1000,
      material: 'Steel',
      strength: '4.8',
      finish: 'Zinc plated',
      standard: 'DIN 976-1',
    },
    kind: 'threaded-rod',
  },
]
