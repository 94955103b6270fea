import {
  capNut,
  flangeNut,
  hexagonNut,
  lockNut,
  plainWasher,
  serratedWasher,
  springWasher,
} from '#features/models/standard-tables.ts'
import type { DemoPart } from '../demo-part.ts'
import { type Family, partsOf } from './fasteners.ts'
import { METALS, metalsOf } from './metals.ts'
import type { Material } from './rules.ts'

/** Threads of parts without a length. */
const threads = (...diameters: readonly number[]): Family['lengths'] =>
  Object.fromEntries(diameters.map((diameter) => [diameter, [0]]))

const all = (...metals: readonly Material[]): Family['metals'] => metals.map((metal) => [metal, 3, 24])

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
  lengths: threads(3, 4, 5, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24),
  metals: all(METALS['8'], METALS['10'], METALS.A2, METALS.A4),
  sizes: ({ name }) => hexagonNut('DIN 934', name),
  says: ({ flats, height }) => `${flats} mm across flats, ${height} mm high, chamfered on both sides.`,
}

const NUTS: readonly Family[] = [
  hexagonNuts,
  {
    ...hexagonNuts,
    prefix: 'NH-4032',
    standard: 'ISO 4032',
    metals: all(METALS['8'], METALS['10'], METALS.A2),
    sizes: ({ name }) => hexagonNut('ISO 4032', name),
  },
  {
    ...nut('Self-locking'),
    prefix: 'NL-985',
    name: 'Self-locking nut, nylon ring',
    standard: 'DIN 985',
    volume: 'lock-nut',
    lengths: threads(3, 4, 5, 6, 8, 10, 12, 14, 16, 18, 20, 24),
    metals: all(METALS['8'], METALS.A2),
    sizes: ({ name }) => lockNut('DIN 985', name),
    says: ({ flats, height }) =>
      `${flats} mm across flats, ${height} mm high; the nylon ring holds against vibration up to 120 °C.`,
  },
  {
    ...nut('Domed cap'),
    prefix: 'NC-1587',
    name: 'Domed cap nut',
    standard: 'DIN 1587',
    volume: 'cap-nut',
    lengths: threads(4, 5, 6, 8, 10, 12, 16, 20, 24),
    metals: all(METALS['6'], METALS.plainA2),
    sizes: ({ name }) => capNut(name),
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
    lengths: threads(5, 6, 8, 10, 12, 14, 16, 20),
    metals: all(METALS['8'], METALS['10'], METALS.A2),
    sizes: ({ name }) => flangeNut('EN 1661', name),
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

/** With the hardness that ISO 7089 and its kin ask for. */
const hard = (metal: Material): Material => ({ ...metal, attributes: { ...metal.attributes, vickers: 200 } })

const plainWashers = (
  standard: string,
  prefix: string,
  series: string,
  diameters: readonly number[],
): Family => ({
  ...washer,
  prefix,
  name: `${series} washer`,
  standard,
  lengths: threads(...diameters),
  metals: all(
    ...[METALS.washer, METALS.plainA2, ...(standard === 'ISO 7089' ? [METALS.plainA4] : [])].map(hard),
  ),
  sizes: ({ name }) => plainWasher(standard, name),
  says: ({ inner, outer, thickness }) =>
    `${inner} mm hole, ${outer} mm wide, ${thickness} mm thick, hardness 200 HV.`,
})

const WASHERS: readonly Family[] = [
  plainWashers('ISO 7089', 'WA-7089', 'Plain', [3, 4, 5, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24]),
  plainWashers('ISO 7092', 'WA-7092', 'Small plain', [3, 4, 5, 6, 8, 10, 12, 16, 20]),
  plainWashers('ISO 7093-1', 'WB-7093', 'Large plain', [3, 4, 5, 6, 8, 10, 12, 16]),
  {
    ...washer,
    prefix: 'WS-127',
    name: 'Spring lock washer',
    standard: 'DIN 127',
    kind: 'spring-washer',
    volume: 'spring-washer',
    lengths: threads(3, 4, 5, 6, 8, 10, 12, 16, 20, 24),
    metals: all(METALS.spring, METALS.plainA2),
    sizes: ({ name }) => springWasher(name),
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
    lengths: threads(3, 4, 5, 6, 8, 10, 12, 16, 20),
    metals: all(METALS.spring, METALS.plainA2),
    sizes: ({ name }) => serratedWasher(name),
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

export const nutParts = (): DemoPart[] => NUTS.flatMap(partsOf)
export const washerParts = (): DemoPart[] => WASHERS.flatMap(partsOf)
export const rodParts = (): DemoPart[] => partsOf(threadedRods)
