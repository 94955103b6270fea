import type { DemoPart } from './demo-part.ts'

export const nutsAndWashers: readonly DemoPart[] = [
  {
    sku: 'NH-934-M8',
    name: 'Hexagon nut M8, DIN 934',
    price: '0.0193',
    quantity: 500_000,
    description:
      'DIN 934, M8, steel class 8, zinc plated. 13 mm across flats, 6.5 mm high, chamfered on both sides. The matching nut for every M8 screw of class 8.8.',
    drawing: { kind: 'hex-nut', thread: 8, flats: 13, height: 6.5 },
  },
  {
    sku: 'NL-985-M6',
    name: 'Self-locking nut M6 with nylon ring, DIN 985',
    price: '0.0214',
    quantity: 385_000,
    description:
      'DIN 985, M6, steel class 8, zinc plated. 10 mm across flats, 6 mm high; the nylon ring holds against vibration up to 120 °C. For moving machine parts and vehicles.',
    drawing: { kind: 'hex-nut', thread: 6, flats: 10, height: 6, extra: { nylon: 1.8 } },
  },
  {
    sku: 'NC-1587-M6',
    name: 'Domed cap nut M6, DIN 1587',
    price: '0.0836',
    quantity: 118_000,
    description:
      'DIN 1587, M6, stainless steel A2. 10 mm across flats, 12 mm high, dome 9.5 mm wide. Covers the end of the thread on railings, furniture and machine guards.',
    drawing: { kind: 'hex-nut', thread: 6, flats: 10, height: 12, extra: { dome: 9.5, hex: 5 } },
  },
  {
    sku: 'NW-315-M6',
    name: 'Wing nut M6, DIN 315',
    price: '0.1345',
    quantity: 67_000,
    description:
      'DIN 315, M6, malleable iron, zinc plated, rounded wings. 33 mm over the wings, 17 mm high. Tightened by hand on covers, clamps and adjustable stops.',
    drawing: { kind: 'wing-nut', thread: 6, span: 33, height: 17, hub: 13, hubHeight: 8 },
  },
  {
    sku: 'NF-6923-M8',
    name: 'Hexagon flange nut M8, DIN 6923',
    price: '0.0468',
    quantity: 214_000,
    description:
      'DIN 6923, M8, steel class 10, zinc plated, serrated. 13 mm across flats, 8 mm high, flange 17.9 mm wide. Spreads the load and resists loosening without a washer.',
    drawing: { kind: 'hex-nut', thread: 8, flats: 13, height: 8, extra: { flange: 17.9 } },
  },
  {
    sku: 'WA-125-M8',
    name: 'Flat washer M8, form A, DIN 125',
    price: '0.0087',
    quantity: 495_000,
    description:
      'DIN 125-A / ISO 7089, for M8, steel 140 HV, zinc plated. 8.4 mm inside, 16 mm outside, 1.6 mm thick. Goes under heads and nuts to protect the surface.',
    drawing: { kind: 'washer', inner: 8.4, outer: 16, thickness: 1.6 },
  },
  {
    sku: 'WB-9021-M6',
    name: 'Large washer M6, DIN 9021',
    price: '0.0126',
    quantity: 420_000,
    description:
      'DIN 9021 / ISO 7093, for M6, stainless steel A2. 6.4 mm inside, 18 mm outside, 1.6 mm thick. Spreads the load on sheet metal, wood, plastics and oversized holes.',
    drawing: { kind: 'washer', inner: 6.4, outer: 18, thickness: 1.6 },
  },
  {
    sku: 'WS-127-M8',
    name: 'Spring lock washer M8, form B, DIN 127',
    price: '0.0109',
    quantity: 372_000,
    description:
      'DIN 127-B, for M8, spring steel, zinc plated. 8.1 mm inside, 14.8 mm outside, section 3 × 2 mm, square ends. Keeps tension under screws of classes up to 5.8.',
    drawing: { kind: 'spring-washer', inner: 8.1, outer: 14.8, thickness: 2 },
  },
  {
    sku: 'WT-6798-M6',
    name: 'Serrated lock washer M6, form A, DIN 6798',
    price: '0.0062',
    quantity: 356_000,
    description:
      'DIN 6798-A, for M6, spring steel, zinc plated. 6.4 mm inside, 11 mm outside, 0.7 mm thick, teeth outside. Bites through paint, so it also makes a sound earth contact.',
    drawing: { kind: 'washer', inner: 6.4, outer: 11, thickness: 0.7, toothed: true },
  },
]
