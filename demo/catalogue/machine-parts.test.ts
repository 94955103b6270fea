import { expect, test } from 'vitest'
import { makeModel } from '#features/models/solids/make-model.ts'
import { sampleModel } from '#tests/support/sample-drawings.ts'
import { type DemoPart, kindOf } from '../demo-part.ts'
import { bearings } from './bearings.ts'
import { gearsAndCollars } from './gears.ts'
import { keysAndRings } from './keys-and-rings.ts'
import { pins } from './pins.ts'
import { DENSITY } from './rules.ts'
import { seals } from './seals.ts'
import { springs } from './springs.ts'

const parts = [pins, keysAndRings, gearsAndCollars, bearings, seals, springs].flatMap((family) => family())
const bySku = new Map(parts.map((part) => [part.sku, part]))

const partOf = (sku: string): DemoPart => {
  const part = bySku.get(sku)
  if (!part) throw new Error(`there is no ${sku}`)
  return part
}

/** The part numbers of the parts of which something does not hold. */
const except = (holds: (part: DemoPart) => boolean): string[] =>
  parts.flatMap((part) => (holds(part) ? [] : [part.sku]))

test('each machine part has a name, a description and attributes that a sheet and a list can show', () => {
  expect(bySku.size).toBe(parts.length)
  expect(except(({ sku }) => /^[A-Z]+(-[A-Z0-9]+)+$/.test(sku))).toEqual([])
  expect(except(({ name }) => name.length <= 60)).toEqual([])
  expect(except(({ description: { length } }) => length >= 90 && length <= 220)).toEqual([])
  expect(except((part) => Object.values(part.attributes).every((value) => states(part, value)))).toEqual([])
})

/** Whether its name or description has the number, or every word of the text. */
function states({ name, description }: DemoPart, value: string | number): boolean {
  const text = `${name} ${description}`.toLowerCase()
  if (typeof value === 'number') return new Set<string>(text.match(/\d+(\.\d+)?/g)).has(String(value))
  const words = text.replaceAll('-', ' ')
  return value
    .toLowerCase()
    .replaceAll('-', ' ')
    .split(/ (?:\/ )?/)
    .every((word) => words.includes(word))
}

/** As the standards print them; the weights of bearings as makers do. */
const PRINTED: readonly (readonly [sku: string, attributes: DemoPart['attributes']])[] = [
  ['BB-6000', { bore: 10, outer: 26, width: 8 }],
  ['BB-6008-2Z', { bore: 40, outer: 68, width: 15, sealing: 'Steel shields' }],
  ['BB-6205-2RS', { bore: 25, outer: 52, width: 15, sealing: 'Rubber seals' }],
  ['BB-6308', { bore: 40, outer: 90, width: 23, sealing: 'Open' }],
  ['BB-625-2Z', { bore: 5, outer: 16, width: 5 }],
  ['RR-471-25', { 'seat-diameter': 25, groove: 23.9, thickness: 1.2 }],
  ['RR-471-52', { 'seat-diameter': 52, groove: 49, thickness: 2 }],
  ['RR-472-47', { 'seat-diameter': 47, groove: 49.5, thickness: 1.75 }],
  ['RE-6799-032', { groove: 3.2, thickness: 0.6 }],
  ['RE-6799-15', { groove: 15, thickness: 1.5 }],
  ['KP-6885-10-8-50', { width: 10, height: 8, length: 50 }],
  ['KP-6885-14-9-100', { width: 14, height: 9, length: 100 }],
  ['OR-3601-010-NBR', { inner: 6.07, section: 1.78 }],
  ['OR-3601-014-NBR', { inner: 12.42, section: 1.78 }],
  ['OR-3601-110-FKM', { inner: 9.19, section: 2.62 }],
  ['OR-3601-201-NBR', { inner: 4.34, section: 3.53 }],
  ['OR-3601-210-NBR', { inner: 18.64, section: 3.53 }],
  ['OR-3601-222-NBR', { inner: 37.69, section: 3.53 }],
  ['OR-3601-309-FKM', { inner: 10.46, section: 5.33 }],
  ['OR-3601-325-NBR', { inner: 37.47, section: 5.33 }],
  ['SS-3760-15-26-7', { inner: 15, outer: 26, width: 7 }],
  ['SS-3760-35-50-8', { inner: 35, outer: 50, width: 8 }],
  ['SS-3760-45-62-8', { inner: 45, outer: 62, width: 8 }],
  ['BW-3547-15-20', { bore: 15, outer: 17, length: 20 }],
  ['BW-3547-35-30', { bore: 35, outer: 39, length: 30 }],
  ['BW-3547-25-30', { bore: 25, outer: 28, length: 30 }],
  ['BU-4379-30-38-40', { bore: 30, outer: 38, length: 40 }],
  ['SP-2093-B50', { outer: 50, inner: 25.4, thickness: 2 }],
  ['SP-2093-A0225', { outer: 22.5, inner: 11.2, thickness: 1.25 }],
  ['CO-705-25', { bore: 25, outer: 40, width: 16 }],
  ['GR-20-30', { module: 2, teeth: 30, outer: 64 }],
  ['PD-8734-025-16', { nominal: 2.5, length: 16, rockwell: 55, standard: 'ISO 8734' }],
]

test.each(PRINTED)('%s has the sizes of its standard', (sku, attributes) => {
  expect(partOf(sku).attributes).toMatchObject(attributes)
})

// DIN 2093 has springs of 112 mm to 355 mm too, which the numbers of those of 12.5 to 35.5 mm must leave free.
test('no number of a disc spring is that of another size', () => {
  const discs = parts.filter((part) => kindOf(part) === 'disc-spring')
  const sizes = discs.map(({ sku, attributes: { outer } }) => [
    Number(sku.replace(/^SP-2093-[AB]/, '').replace(/^0(\d+)(\d)$/, '$1.$2')),
    outer,
  ])
  expect(sizes.length).toBe(30)
  expect(sizes.filter(([said, outer]) => said !== outer)).toEqual([])
})

test.each([
  'PD-8734-2-4',
  'PD-8734-2-24',
  'PR-8752-3-50',
  'PC-2341-10-16',
  'KP-6885-10-8-18',
  'KP-6885-3-3-40',
  'RR-472-49',
  'RR-472-51',
  'RR-472-53',
  'RR-472-64',
  'SS-3760-12-24-7',
  'SS-3760-38-58-8',
])('there is no %s: its standard has no such size', (sku) => expect(bySku.has(sku)).toBe(false))

/** One part of each kind, by its density. A bearing with covers has a solid that is full between its rings. */
const WEIGHED: readonly (readonly [sku: string, density: number])[] = [
  ['PD-8734-8-40', DENSITY.steel],
  ['PR-8752-5-40', DENSITY.steel],
  ['PC-2341-10-40', DENSITY.steel],
  ['KP-6885-12-8-56', DENSITY.steel],
  ['RR-471-30', DENSITY.steel],
  ['RR-472-40', DENSITY.steel],
  ['RE-6799-9', DENSITY.steel],
  ['GR-15-20', DENSITY.steel],
  ['CO-705-16', DENSITY.steel],
  ['BB-6203', DENSITY.steel],
  ['BW-3547-16-20', 7.6],
  ['BU-4379-25-32-30', DENSITY.bronze],
  ['OR-3601-214-FKM', DENSITY.fkm],
  ['SS-3760-30-47-7', 4],
  ['SP-2093-A40', DENSITY.steel],
  ['SP-C-10-10-27', DENSITY.steel],
]

test.each(WEIGHED)('%s weighs what its solid does', async (sku, density) => {
  const model = sampleModel(partOf(sku))
  if ('reason' in model) throw new Error(model.reason)
  const { volume } = await makeModel(model, 'step')
  expect(Math.abs(partOf(sku).weight / ((volume * density) / 1000) - 1)).toBeLessThan(0.005)
})

test('each kind is weighed', () => {
  const weighed = new Set(WEIGHED.map(([sku]) => kindOf(partOf(sku))))
  expect([...new Set(parts.map(kindOf))].filter((kind) => !weighed.has(kind))).toEqual([])
})
