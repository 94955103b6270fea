import * as tables from '#features/models/standard-tables.ts'
import type { DemoPart } from '../demo-part.ts'
import { type Family, lengthsBetween, partsOf } from './fasteners.ts'
import { metalsOf } from './metals.ts'

/** Of the Harmonized Tariff Schedule: screws with a shank below 6 mm, and others. */
const screwCode = (diameter: number): string => (diameter < 6 ? '73181560' : '73181580')
/** Machine screws of at least 9.5 mm length and 3.2 mm diameter have a code of their own. */
const machineScrewCode = (diameter: number, length: number): string =>
  diameter > 3 && length > 9.5 ? '73181540' : screwCode(diameter)

const fullThread = { category: 'hexagon-screws', kind: 'hex-screw', volume: 'hexagon-screw' } as const
const socketScrew = { category: 'socket-screws', kind: 'cap-screw', customsCode: screwCode } as const

/** ISO 4017 gives the lengths of each thread. */
const hexagonScrews: Family = {
  ...fullThread,
  prefix: 'HX-4017',
  name: 'Hexagon head screw',
  standard: 'ISO 4017',
  lengths: lengthsBetween(
    '3 6 30, 4 8 40, 5 10 50, 6 12 60, 8 16 80, 10 20 100, 12 25 120, 16 30 150, 20 40 150, 24 50 150',
  ),
  metals: metalsOf('88 3 24, 109 12 24, A2 3 16'),
  sizes: ({ name, length }) => ({ ...tables.hexagonHead('ISO 4017', name), threadLength: length }),
  attributes: ({ threadLength, flats }) => ({ 'thread-length': threadLength, flats }),
  says: ({ flats, headHeight }) =>
    `Threaded to the head; ${flats} mm across flats, head ${headHeight} mm high.`,
  customsCode: screwCode,
}

/** ISO 4014 gives the lengths of each thread; ISO 888 the length of the thread. */
const hexagonBolts: Family = {
  ...fullThread,
  prefix: 'HX-4014',
  name: 'Hexagon head bolt',
  standard: 'ISO 4014',
  lengths: lengthsBetween('5 25 50, 6 30 60, 8 40 80, 10 45 100, 12 50 120, 16 65 160, 20 80 200, 24 90 200'),
  metals: metalsOf('88 5 24, A2 6 16'),
  sizes: ({ name, diameter, length }) => ({
    ...tables.hexagonHead('ISO 4014', name),
    threadLength: tables.threadLengthOf(diameter, length),
  }),
  attributes: hexagonScrews.attributes,
  says: ({ flats, headHeight, threadLength }) =>
    `Thread ${threadLength} mm long below a smooth shank; ${flats} mm across flats, head ${headHeight} mm high.`,
  customsCode: () => '73181520',
}

/** ISO 4762 gives the lengths of each thread. */
const socketHeadScrews: Family = {
  ...socketScrew,
  prefix: 'SC-4762',
  name: 'Socket head cap screw',
  standard: 'ISO 4762',
  volume: 'socket-head-screw',
  lengths: lengthsBetween(
    '3 5 30, 4 6 40, 5 8 50, 6 10 60, 8 12 80, 10 16 100, 12 20 120, 16 25 160, 20 30 200, 24 40 200',
  ),
  metals: metalsOf('88 5 12, 129 3 24, A2 3 12'),
  sizes({ name, length, ...thread }) {
    const row = tables.socketHead(name)
    return row && { ...row, threadLength: tables.socketThreadLength(thread, row.threadLength, length) }
  },
  attributes: ({ socket, head }) => ({ socket, head }),
  says: ({ head, headHeight, socket }) =>
    `Head ${head} mm wide and ${headHeight} mm high, ${socket} mm hexagon socket.`,
  workPerMm: 0.002,
}

/** ISO 7380-1 gives the shortest lengths; they are those that are threaded to the head. */
const buttonHeadScrews: Family = {
  ...socketHeadScrews,
  prefix: 'BH-7380',
  name: 'Button head screw',
  standard: 'ISO 7380-1',
  volume: 'button-head-screw',
  lengths: lengthsBetween('3 6 20, 4 6 25, 5 8 25, 6 10 30, 8 12 35, 10 16 40, 12 20 50, 16 25 60'),
  metals: metalsOf('low109 3 16, A2 3 12'),
  sizes: ({ name }) => tables.buttonHead(name),
}

const setScrews = (prefix: string, standard: string, isCup: boolean): Family => ({
  ...socketScrew,
  prefix,
  name: `Set screw with ${isCup ? 'cup' : 'flat'} point`,
  standard,
  kind: 'set-screw',
  volume: isCup ? 'set-screw-cup' : 'set-screw',
  // ISO 4026 and ISO 4029 give the lengths. Those too short for the whole socket are left out.
  lengths: lengthsBetween(
    '3 4 16, 4 5 20, 5 6 25, 6 8 30, 8 10 40, 10 12 50, 12 16 60, 16 20 60, 20 25 60, 24 30 60',
  ),
  metals: metalsOf('45H 3 24, plainA2 3 12'),
  sizes({ name, length }) {
    const row = tables.setScrew(name, length)
    return row && { ...row, point: isCup ? row.cup : row.flat }
  },
  attributes: ({ socket }) => ({ socket }),
  says: ({ socket, point }) =>
    isCup
      ? `${socket} mm hexagon socket, cup point ${point} mm wide that bites into the shaft.`
      : `${socket} mm hexagon socket, flat point ${point} mm wide that leaves the shaft unmarked.`,
})

/** ISO 10642 gives the shortest lengths; they are those that are threaded to the head. */
const countersunkSocketScrews: Family = {
  ...socketScrew,
  prefix: 'CS-10642',
  name: 'Countersunk socket screw',
  standard: 'ISO 10642',
  category: 'countersunk-screws',
  kind: 'countersunk-screw',
  volume: 'countersunk-socket-screw',
  lengths: lengthsBetween('3 8 20, 4 8 25, 5 8 25, 6 8 30, 8 10 35, 10 12 40, 12 20 50, 16 30 60, 20 35 70'),
  metals: metalsOf('low109 3 20, A2 3 12'),
  sizes: ({ name }) => tables.countersunkSocket('ISO 10642', name),
  attributes: ({ head, socket }) => ({ head, drive: `Hexagon socket ${socket} mm` }),
  says: ({ head, socket }) =>
    `Head ${head} mm wide at 90°, ${socket} mm hexagon socket, threaded to the head.`,
  workPerMm: 0.002,
}

/** DIN 965: the number of the cross recess H. */
const RECESS: Readonly<Record<number, number>> = { 3: 1, 4: 2, 5: 2, 6: 3, 8: 4 }

/** DIN 965 gives the shortest lengths; they are those that are threaded to the head. */
const countersunkCrossScrews: Family = {
  ...countersunkSocketScrews,
  prefix: 'CS-965',
  name: 'Countersunk screw',
  standard: 'DIN 965',
  volume: 'countersunk-cross-screw',
  lengths: lengthsBetween('3 4 30, 4 5 40, 5 6 40, 6 8 40, 8 10 40'),
  metals: metalsOf('48 3 8, plainA2 3 8'),
  sizes: ({ name }) => tables.countersunkCross('DIN 965', name),
  attributes: ({ head, diameter }) => ({ head, drive: `Cross recess H${RECESS[diameter]}` }),
  says: ({ head }) => `Head ${head} mm wide at 90°, cross recess, threaded to the head.`,
  customsCode: machineScrewCode,
  workPerMm: 0.0006,
}

/** In the sequence of their categories. */
export const screws = (): DemoPart[] =>
  [
    hexagonScrews,
    hexagonBolts,
    socketHeadScrews,
    buttonHeadScrews,
    setScrews('GS-4026', 'ISO 4026', false),
    setScrews('GS-4029', 'ISO 4029', true),
    countersunkSocketScrews,
    countersunkCrossScrews,
  ].flatMap(partsOf)
