import type { DemoPart } from './demo-part.ts'

export const hardware: readonly DemoPart[] = [
  {
    sku: 'AB-40-40-40',
    name: 'Angle bracket 40 × 40 × 40 with rib',
    category: 'hinges-and-brackets',
    prices: { 100: '0.2163', 500: '0.2012', 2500: '0.1871', 10000: '0.1729' },
    quantity: 72_000,
    description:
      'Legs 40 × 40 mm, 40 mm wide, 2.5 mm thick, one 8.5 mm hole for M8 in each leg, steel DX51D, galvanised. A pressed rib stiffens the corner; for frames and timber.',
    attributes: {
      leg: 40,
      width: 40,
      thickness: 2.5,
      hole: 8.5,
      material: 'Steel DX51D',
      finish: 'Galvanised',
    },
    drawing: { kind: 'angle-bracket', leg: 40, width: 40, thickness: 2.5, hole: 8.5 },
  },
  {
    sku: 'RV-15977-4-10',
    name: 'Blind rivet 4 × 10, aluminium, ISO 15977',
    category: 'pins-keys-and-rivets',
    prices: { 100: '0.0168', 1000: '0.0155', 5000: '0.0142', 25000: '0.0129', 100000: '0.0119' },
    quantity: 445_000,
    description:
      'ISO 15977, 4 mm wide, 10 mm long, domed head 8 mm, aluminium body, steel mandrel. Hole 4.1 mm; joins 5 to 6.5 mm of sheet from one side only.',
    attributes: { nominal: 4, length: 10, material: 'Aluminium', standard: 'ISO 15977' },
    drawing: { kind: 'blind-rivet', diameter: 4, length: 10, head: 8, headHeight: 1.3, mandrel: 2.2 },
  },
  {
    sku: 'HI-50-50',
    name: 'Butt hinge 50 × 50, stainless steel',
    category: 'hinges-and-brackets',
    prices: { 100: '1.3794', 500: '1.2966', 1000: '1.2277', 5000: '1.1518' },
    quantity: 16_900,
    description:
      'Height 50 mm, 50 mm wide when open, 1.5 mm thick, six countersunk holes of 4.2 mm, stainless steel A2, fixed pin. For cabinet doors, hatches and machine guards.',
    attributes: { height: 50, width: 50, thickness: 1.5, hole: 4.2, material: 'Stainless steel A2' },
    drawing: { kind: 'hinge', height: 50, width: 50, thickness: 1.5, hole: 4.2 },
  },
  {
    sku: 'BG-120-M6',
    name: 'Bridge handle 120 mm, aluminium, M6',
    category: 'handles-and-knobs',
    prices: { 100: '2.6487', 500: '2.4898', 1000: '2.3706', 2500: '2.2514' },
    quantity: 9_400,
    description:
      'Holes 120 mm apart, 40 mm high, grip 14 × 20 mm, aluminium, black powder coated, M6 threads from behind. For doors, drawers, covers and test equipment.',
    attributes: {
      thread: 'M6',
      spacing: 120,
      height: 40,
      material: 'Aluminium',
      finish: 'Black powder coated',
    },
    drawing: { kind: 'bridge-handle', centres: 120, height: 40, grip: 14, depth: 20, thread: 6 },
  },
  {
    sku: 'SK-6336-40-M8',
    name: 'Star knob 40 mm, M8, DIN 6336',
    category: 'handles-and-knobs',
    prices: { 100: '1.2951', 500: '1.2174', 1000: '1.1526', 5000: '1.0749' },
    quantity: 23_600,
    description:
      'DIN 6336 form E, 40 mm wide, 26 mm high, hub 18 mm, blind M8 thread, cast iron, tumbled. Clamps fixtures, guards and slides by hand where gloves are worn.',
    attributes: {
      thread: 'M8',
      diameter: 40,
      height: 26,
      material: 'Cast iron',
      finish: 'Tumbled',
      standard: 'DIN 6336',
    },
    drawing: { kind: 'star-knob', outer: 40, height: 26, hub: 18, thread: 8 },
  },
  {
    sku: 'MG-N45-10-5',
    name: 'Disc magnet 10 × 5, NdFeB N45',
    category: 'magnets-and-buffers',
    prices: { 100: '0.2479', 500: '0.2318', 2500: '0.2157', 10000: '0.2008', 25000: '0.1896' },
    quantity: 134_000,
    description:
      'Neodymium N45, 10 mm across, 5 mm thick, magnetised along the axis, nickel plated, up to 80 °C. For catches, sensors, jigs and covers that must come off quickly.',
    attributes: {
      diameter: 10,
      height: 5,
      temperature: 80,
      material: 'Neodymium N45',
      finish: 'Nickel plated',
    },
    drawing: { kind: 'disc-magnet', diameter: 10, thickness: 5 },
  },
  {
    sku: 'GR-15-24',
    name: 'Spur gear module 1.5, 24 teeth, bore 10',
    category: 'gears-and-collars',
    prices: { 100: '17.9463', 500: '16.9593', 1000: '16.1517' },
    quantity: 2_300,
    description:
      'Module 1.5, 24 teeth, 20° pressure angle, pitch circle 36 mm, 39 mm outside, face 15 mm, hub 28 mm, bore 10 mm H7, steel C45, milled. For drives and feed gears.',
    attributes: { bore: 10, outer: 39, width: 15, module: 1.5, teeth: 24, material: 'Steel C45' },
    drawing: { kind: 'spur-gear', module: 1.5, teeth: 24, width: 15, bore: 10, hub: 28, length: 25 },
  },
  {
    sku: 'CO-705-20',
    name: 'Adjusting ring 20 mm, form A, DIN 705',
    category: 'gears-and-collars',
    prices: { 100: '0.7318', 500: '0.6879', 1000: '0.6476', 5000: '0.6037' },
    quantity: 28_700,
    description:
      'DIN 705-A, bore 20 mm, outside 32 mm, 14 mm wide, steel, zinc plated, with an M6 set screw. A stop for shafts, axles and levers that can be moved at any time.',
    attributes: {
      bore: 20,
      outer: 32,
      width: 14,
      material: 'Steel',
      finish: 'Zinc plated',
      standard: 'DIN 705',
    },
    drawing: { kind: 'shaft-collar', bore: 20, outer: 32, width: 14, screw: 6 },
  },
  {
    sku: 'RB-A-25-20-M6',
    name: 'Rubber buffer type A, 25 × 20, M6 × 18',
    category: 'magnets-and-buffers',
    prices: { 100: '0.8627', 500: '0.8109', 1000: '0.7635', 5000: '0.7159' },
    quantity: 19_500,
    description:
      'Type A, 25 mm across, 20 mm high, an M6 × 18 stud at each end, natural rubber 55 Shore A bonded to zinc-plated steel. Keeps vibration of fans and pumps from the frame.',
    attributes: { diameter: 25, height: 20, thread: 'M6', stud: 18, material: 'Natural rubber', shore: 55 },
    drawing: { kind: 'rubber-buffer', diameter: 25, height: 20, thread: 6, pitch: 1, stud: 18 },
  },
]
