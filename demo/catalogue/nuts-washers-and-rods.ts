import * as tables from '#features/models/standard-tables.ts'
import type { DemoPart } from '../demo-part.ts'
import { type Family, partsOf } from './fasteners.ts'
import { metalsOf } from './metals.ts'

/** The threads of ISO 262 that the shop keeps. */
const COARSE = '3 4 5 6 8 10 12 14 16 18 20 22 24'

/** Threads of parts without a length. */
const threads = (diameters: string): Family['lengths'] =>
  Object.fromEntries(diameters.split(' ').map((diameter) => [diameter, [0]]))

const nut = (type: string): Pick<Family, 'category' | 'kind' | 'attributes' | 'customsCode'> => ({
  category: 'nuts',
  kind: 'hex-nut',
  attributes: ({ flats, height }) => ({ type, flats, height }),
  customsCode: () => '73181600',
})

const hexagonNuts: Family = {
  ...nut('Hexagon'),
  prefix: 'NH-934',
  name: 'Hexagon nut',
  standard: 'DIN 934',
  volume: 'hexagon-nut',
  lengths: threads(COARSE),
  metals: metalsOf('8, 10, A2, A4'),
  sizes: ({ name }) => tables.hexagonNut('DIN 934', name),
  says: ({ flats, height }) => `${flats} mm across flats, ${height} mm high, chamfered on both sides.`,
}

const NUTS: readonly Family[] = [
  hexagonNuts,
  {
    ...hexagonNuts,
    prefix: 'NH-4032',
    standard: 'ISO 4032',
    metals: metalsOf('8, 10, A2'),
    sizes: ({ name }) => tables.hexagonNut('ISO 4032', name),
  },
  {
    ...nut('Self-locking'),
    prefix: 'NL-985',
    name: 'Self-locking nut, nylon ring',
    standard: 'DIN 985',
    volume: 'lock-nut',
    lengths: threads('3 4 5 6 8 10 12 14 16 18 20 24'),
    metals: metalsOf('8, A2'),
    sizes: ({ name }) => tables.lockNut('DIN 985', name),
    says: ({ flats, height }) =>
      `${flats} mm across flats, ${height} mm high; the nylon ring holds against vibration up to 120 °C.`,
  },
  {
    ...nut('Domed cap'),
    prefix: 'NC-1587',
    name: 'Domed cap nut',
    standard: 'DIN 1587',
    volume: 'cap-nut',
    lengths: threads('4 5 6 8 10 12 16 20 24'),
    metals: metalsOf('6, plainA2'),
    sizes: ({ name }) => tables.capNut(name),
    says: ({ flats, height, dome }) =>
      `${flats} mm across flats, ${height} mm high, dome ${dome} mm wide. Covers the end of the thread.`,
    workPerMm: 0.006,
  },
  {
    ...nut('Flange'),
    prefix: 'NF-1661',
    name: 'Hexagon flange nut',
    standard: 'EN 1661',
    volume: 'flange-nut',
    lengths: threads('5 6 8 10 12 14 16 20'),
    metals: metalsOf('8, 10, A2'),
    sizes: ({ name }) => tables.flangeNut('EN 1661', name),
    says: ({ flats, height, flange }) =>
      `${flats} mm across flats, ${height} mm high, flange ${flange} mm wide, no washer needed.`,
  },
]

const washer: Pick<Family, 'category' | 'kind' | 'attributes' | 'customsCode' | 'workPerMm' | 'volume'> = {
  category: 'washers-and-disc-springs',
  kind: 'washer',
  volume: 'washer',
  attributes: ({ inner, outer, thickness }) => ({ inner, outer, thickness }),
  customsCode: () => '73182200',
  workPerMm: 0.0003,
}

const plainWashers = (
  standard: string,
  prefix: string,
  series: string,
  metals: string,
  diameters: string,
): Family => ({
  ...washer,
  prefix,
  name: `${series} washer`,
  standard,
  lengths: threads(diameters),
  // With the hardness that ISO 7089 and its kin ask for.
  metals: metalsOf(metals).map(([metal, ...threads]) => [
    { ...metal, attributes: { ...metal.attributes, vickers: 200 } },
    ...threads,
  ]),
  sizes: ({ name }) => tables.plainWasher(standard, name),
  says: ({ inner, outer, thickness }) =>
    `${inner} mm hole, ${outer} mm wide, ${thickness} mm thick, hardness 200 HV.`,
})

const WASHERS: readonly Family[] = [
  plainWashers('ISO 7089', 'WA-7089', 'Plain', 'washer, plainA2, plainA4', COARSE),
  plainWashers('ISO 7092', 'WA-7092', 'Small plain', 'washer, plainA2', '3 4 5 6 8 10 12 16 20'),
  plainWashers('ISO 7093-1', 'WB-7093', 'Large plain', 'washer, plainA2', '3 4 5 6 8 10 12 16'),
  {
    ...washer,
    prefix: 'WS-127',
    name: 'Spring lock washer',
    standard: 'DIN 127',
    kind: 'spring-washer',
    volume: 'spring-washer',
    lengths: threads('3 4 5 6 8 10 12 16 20 24'),
    metals: metalsOf('spring, plainA2'),
    sizes: ({ name }) => tables.springWasher(name),
    says: ({ inner, outer, thickness }) =>
      `Form B, ${inner} mm hole, ${outer} mm wide, ${thickness} mm thick, with plain ends.`,
    customsCode: () => '73182100',
  },
  {
    ...washer,
    prefix: 'WT-6798',
    name: 'Serrated lock washer',
    standard: 'DIN 6798',
    volume: 'serrated-washer',
    lengths: threads('3 4 5 6 8 10 12 16 20'),
    metals: metalsOf('spring, plainA2'),
    sizes: ({ name }) => tables.serratedWasher(name),
    says: ({ inner, outer, thickness }) =>
      `Form A, teeth outside, ${inner} mm hole, ${outer} mm wide, ${thickness} mm thick. Bites through paint, so also for earthing.`,
    customsCode: () => '73182100',
  },
]

/** DIN 976-1 leaves the length to the order: these are in stock. */
const STOCKED = [250, 500, 1000]

const threadedRods: Family = {
  category: 'special-bolts-and-rods',
  kind: 'threaded-rod',
  prefix: 'TR-976',
  name: 'Threaded rod',
  standard: 'DIN 976-1',
  volume: 'threaded-rod',
  lengths: Object.fromEntries([3, 4, 5, 6, 8, 10, 12, 16, 20, 24].map((diameter) => [diameter, STOCKED])),
  metals: metalsOf('48 3 24, 88 5 24, A2 3 24'),
  sizes: () => ({}),
  attributes: ({ length }) => ({ 'thread-length': length }),
  says: ({ pitch, length }) => `Threaded over its whole ${length} mm with a pitch of ${pitch} mm.`,
  customsCode: () => '73181550',
  workPerMm: 0.02,
}

/** In the sequence of their categories. */
export const rodsNutsAndWashers = (): DemoPart[] => [threadedRods, ...NUTS, ...WASHERS].flatMap(partsOf)
