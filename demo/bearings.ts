import type { DemoPart } from './demo-part.ts'

export const bearings: readonly DemoPart[] = [
  {
    sku: 'BB-608-2RS',
    name: 'Deep groove ball bearing 608-2RS, 8 × 22 × 7',
    price: '0.3864',
    quantity: 142_000,
    description:
      'ISO 15 / DIN 625, 608-2RS, bore 8 mm, outside 22 mm, width 7 mm, chrome steel, rubber seals on both sides, greased for life. For rollers, small motors and printers.',
    drawing: { kind: 'ball-bearing', bore: 8, outer: 22, width: 7, closed: 'seals' },
  },
  {
    sku: 'BB-6204-2RS',
    name: 'Deep groove ball bearing 6204-2RS, 20 × 47 × 14',
    price: '1.6482',
    quantity: 36_500,
    description:
      'ISO 15 / DIN 625, 6204-2RS, bore 20 mm, outside 47 mm, width 14 mm, chrome steel, rubber seals on both sides. For electric motors, pumps and conveyor drums.',
    drawing: { kind: 'ball-bearing', bore: 20, outer: 47, width: 14, closed: 'seals' },
  },
  {
    sku: 'BB-6305',
    name: 'Deep groove ball bearing 6305, 25 × 62 × 17',
    price: '2.8915',
    quantity: 18_200,
    description:
      'ISO 15 / DIN 625, 6305, bore 25 mm, outside 62 mm, width 17 mm, chrome steel, open on both sides for oil lubrication. For gearboxes and compressors.',
    drawing: { kind: 'ball-bearing', bore: 25, outer: 62, width: 17, closed: 'open' },
  },
  {
    sku: 'BF-F608-2Z',
    name: 'Flanged ball bearing F608-2Z, 8 × 22 × 7',
    price: '0.6729',
    quantity: 54_000,
    description:
      'ISO 8443, F608-2Z, bore 8 mm, outside 22 mm, width 7 mm, flange 25 × 1.5 mm, chrome steel, steel shields. The flange locates it in a plain through bore.',
    drawing: {
      kind: 'ball-bearing',
      bore: 8,
      outer: 22,
      width: 7,
      closed: 'shields',
      flange: { outer: 25, width: 1.5 },
    },
  },
  {
    sku: 'BN-HK1612',
    name: 'Drawn cup needle bearing HK1612, 16 × 22 × 12',
    price: '0.9437',
    quantity: 31_000,
    description:
      'ISO 3245 / DIN 618, HK1612, for shafts of 16 mm, outside 22 mm, width 12 mm, open ends, drawn steel cup. High load in little height: levers, gear levers, pumps.',
    drawing: { kind: 'needle-bearing', bore: 16, outer: 22, width: 12 },
  },
  {
    sku: 'BT-51105',
    name: 'Thrust ball bearing 51105, 25 × 42 × 11',
    price: '1.9264',
    quantity: 14_700,
    description:
      'ISO 104 / DIN 711, 51105, bore 25 mm, outside 42 mm, height 11 mm, chrome steel, single direction. Takes axial load on turntables, jacks and vertical spindles.',
    drawing: { kind: 'thrust-bearing', bore: 25, outer: 42, width: 11 },
  },
  {
    sku: 'BR-30205',
    name: 'Tapered roller bearing 30205, 25 × 52 × 16.25',
    price: '3.4178',
    quantity: 11_300,
    description:
      'ISO 355 / DIN 720, 30205, bore 25 mm, outside 52 mm, width 16.25 mm, chrome steel, separable. Takes radial and axial load together in wheel hubs and gearboxes.',
    drawing: { kind: 'tapered-bearing', bore: 25, outer: 52, width: 16.25 },
  },
  {
    sku: 'BL-LM8UU',
    name: 'Linear ball bearing LM8UU, 8 × 15 × 24',
    price: '0.8753',
    quantity: 44_000,
    description:
      'LM8UU, for shafts of 8 mm, outside 15 mm, length 24 mm, chrome steel, sealed at both ends, two ring grooves 17.5 mm apart. For guides in printers and light axes.',
    drawing: { kind: 'linear-bearing', bore: 8, outer: 15, width: 24, grooves: 17.5 },
  },
  {
    sku: 'BU-2797-10-16',
    name: 'Sintered bronze flange bush 10 × 16 × 16, ISO 2797',
    price: '0.4986',
    quantity: 39_000,
    description:
      'ISO 2797 / DIN 1850 form V, bore 10 mm, outside 16 mm, length 16 mm, flange 22 × 3 mm, sintered bronze filled with oil. Runs without attendance in fans and small gears.',
    drawing: { kind: 'flanged-bush', bore: 10, outer: 16, length: 16, flange: 22, flangeWidth: 3 },
  },
  {
    sku: 'BW-3547-20-15',
    name: 'Wrapped plain bush 20 × 23 × 15, ISO 3547',
    price: '0.3128',
    quantity: 83_000,
    description:
      'ISO 3547, bore 20 mm, outside 23 mm, length 15 mm, steel back with sintered bronze and a PTFE liner. Needs no grease; for joints, pedals and cylinder eyes.',
    drawing: { kind: 'wrapped-bush', bore: 20, outer: 23, length: 15 },
  },
]
