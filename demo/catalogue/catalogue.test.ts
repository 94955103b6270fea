import { describe, expect, test } from 'vitest'
import { newProductSchema } from '#features/catalog/schema.ts'
import { makeModel } from '#features/models/solids/make-model.ts'
import { countersunkSocket, setScrew } from '#features/models/standard-tables.ts'
import { termProblems } from '#features/pricing/price-terms.ts'
import { sampleModel } from '#tests/support/sample-drawings.ts'
import { demoCategories } from '../categories.ts'
import { type DemoPart, kindOf, toProduct } from '../demo-part.ts'
import { demoParts } from '../parts.ts'
import { isSame, madeParts } from './catalogue.ts'
import { madePart } from './rules.ts'
import { schemes } from './schemes.ts'

const parts = madeParts()
const partOf = (sku: string) => parts.find((part) => part.sku === sku)

/** The numbers of the parts that are not as they have to be. */
const wrong = (isRight: (part: (typeof parts)[number]) => boolean): string[] =>
  parts.filter((part) => !isRight(part)).map(({ sku }) => sku)

test('each part has a number and a name of its own, also among the 60', () => {
  const all = [...demoParts, ...parts]
  expect(new Set(all.map(({ sku }) => sku.toLowerCase())).size).toBe(all.length)
  expect(new Set(all.map(({ name }) => name.toLowerCase())).size).toBe(all.length)
  expect(wrong(({ sku, name }) => /^[A-Z0-9]+(-[A-Z0-9.]+)+$/.test(sku) && name.length <= 64)).toEqual([])
})

test('no two parts of a category agree in all attributes, and none is one of the 60 by another number', () => {
  const textOf = ({ category, attributes }: DemoPart): string =>
    `${category} ${JSON.stringify(Object.entries(attributes).sort())}`
  const bySame = Map.groupBy([...demoParts, ...parts], textOf)
  expect([...bySame.values()].filter(({ length }) => length > 1)).toEqual([])
  expect(wrong((part) => !demoParts.some((other) => isSame(part, other)))).toEqual([])
  const left = ['NH-934-M8-8', 'NL-985-M6-8', 'NC-1587-M6-A2', 'BH-7380-M5-12-109', 'CS-965-M4-12-48']
  const others = ['WS-127-M8-SP', 'WT-6798-M6-SP', 'TR-976-M10-1000-48']
  // Those of the 60 name a former standard too.
  const former = ['HX-4017-M8-40-88', 'HX-4017-M8-16-A2', 'HX-4014-M16-80-88', 'SC-4762-M6-20-A2']
  const more = ['SC-4762-M10-60-129', 'GS-4029-M6-10-45H', 'WB-7093-M6-A2']
  expect([...left, ...others, ...former, ...more].filter(partOf)).toEqual([])
})

test('the part numbers that the categories explain are those of parts', () => {
  const known = new Set([...demoParts, ...parts].map(({ sku }) => sku))
  const named = Object.values(schemes).flatMap(
    (text) => text.match(/\b[A-Z]{2}-[A-Z0-9-]*\d[A-Z0-9-]*/g) ?? [],
  )
  expect(named.length).toBeGreaterThan(15)
  expect(
    named.filter((sku) => !known.has(sku) && ![...known].some((one) => one.startsWith(`${sku}-`))),
  ).toEqual([])
})

const COUNTS = `
  HX-4017 280, HX-4014 116, SC-4762 297, BH-7380 95, GS-4026 134, GS-4029 133, CS-10642 105, CS-965 95,
  TR-976 83, NH-934 51, NH-4032 39, NL-985 23, NC-1587 17, NF-1661 24, WA-7089 39, WA-7092 18, WB-7093 15,
  WS-127 19, WT-6798 17, PD-8734 79, PR-8752 97, PC-2341 55, KP-6885 93, RR-471 48, RR-472 50, RE-6799 14,
  GR 54, CO-705 15, BB 129, BW-3547 60, BU-4379 47, OR-3601 195, SS-3760 41, SP-C 72, SP-2093 29
`

/** How many there are by the begin of their numbers: who changes a family on purpose changes its count. */
test('no family has lost a part', () => {
  const counts = Map.groupBy(parts, ({ sku }) => /^(?:BB|GR|[A-Z]+-(?:\d+|C))/.exec(sku)?.[0])
  const said = [...counts].map(([begin, { length }]) => `${begin} ${length}`)
  expect(said.join(', ')).toBe(COUNTS.replaceAll(/\s+/g, ' ').trim())
})

test('each part is one that an admin could have entered, and the same whenever it is made', () => {
  expect(wrong((part) => newProductSchema.safeParse(toProduct(part)).success)).toEqual([])
  expect(wrong((part) => termProblems(toProduct(part)).length === 0)).toEqual([])
  expect(madeParts()).toEqual(parts)
})

test('each is described in one short paragraph', () => {
  expect(wrong(({ description: { length } }) => length >= 80 && length <= 200)).toEqual([])
})

test('prices fall with each break, and 100 pieces cost at least 60 cents', () => {
  expect(
    wrong((part) => {
      const { prices } = toProduct(part)
      return (
        prices.length >= 4 &&
        prices[0]?.from === 100 &&
        (prices[0]?.price ?? 0) >= 0.006 &&
        prices.every(({ price }, at) => at === 0 || price < (prices[at - 1]?.price ?? 0))
      )
    }),
  ).toEqual([])
})

test('a part costs more when it is longer, thicker or of a better metal', () => {
  const priceOf = (sku: string): number => Number(partOf(sku)?.prices[100])
  const rising = [
    'HX-4017-M8-45-88',
    'HX-4017-M8-60-88',
    'HX-4017-M12-60-88',
    'HX-4017-M12-60-109',
    'HX-4017-M12-60-A2',
  ]
  const prices = rising.map(priceOf)
  expect(prices).toEqual(prices.toSorted((a, b) => a - b))
  expect(new Set(prices).size).toBe(rising.length)
})

test('a few parts are sold out, some are low, some are made when they are ordered', () => {
  const shareOf = (count: number): number => count / parts.length
  const soldOut = parts.filter(({ quantity }) => quantity === 0)
  const low = parts.filter(({ quantity, reorderPoint }) => quantity > 0 && quantity <= (reorderPoint ?? 0))
  const made = parts.filter(({ quantity, leadDays = 0 }) => quantity > 0 && leadDays > 0)
  expect(shareOf(soldOut.length)).toBeGreaterThan(0.01)
  expect(shareOf(soldOut.length)).toBeLessThan(0.03)
  expect(shareOf(low.length)).toBeGreaterThan(0.04)
  expect(shareOf(low.length)).toBeLessThan(0.1)
  expect(shareOf(made.length)).toBeGreaterThan(0.03)
  expect(shareOf(made.length)).toBeLessThan(0.08)
})

describe('attributes', () => {
  /** Those that not every part of a kind has. */
  const OPTIONAL = new Set(['finish', 'strength', 'vickers', 'head', 'flange'])

  test('are those of the category, and all of them that another part of its kind has', () => {
    const ofKind = Map.groupBy(parts, kindOf)
    const isOfKind = (part: DemoPart, key: string): boolean =>
      (ofKind.get(kindOf(part)) ?? []).some(({ attributes }) => key in attributes)
    const keysOf = new Map(demoCategories.map(({ slug, attributes }) => [slug, attributes]))
    expect(
      wrong((part) => {
        const attributes = keysOf.get(part.category) ?? []
        return (
          attributes.every(
            ({ key }) => OPTIONAL.has(key) || key in part.attributes || !isOfKind(part, key),
          ) &&
          Object.entries(part.attributes).every(([key, value]) =>
            attributes.some(
              (one) => one.key === key && (one.kind === 'number') === (typeof value === 'number'),
            ),
          )
        )
      }),
    ).toEqual([])
  })

  test('make a model of the shape of the category', () => {
    expect(wrong((part) => !('reason' in sampleModel(part)))).toEqual([])
  })
})

// As the standards print them.
test.each([
  ['HX-4017-M10-50-88', { flats: 16, 'thread-length': 50 }, 38],
  ['HX-4014-M12-80-88', { flats: 18, 'thread-length': 30 }, 79],
  ['HX-4014-M20-150-88', { flats: 30, 'thread-length': 52 }, 403],
  ['SC-4762-M8-30-129', { head: 13, socket: 6 }, 18],
  ['SC-4762-M16-80-129', { head: 24, socket: 14 }, 165],
  ['BH-7380-M6-16-109', { head: 10.5, socket: 4 }, 4],
  ['CS-10642-M8-25-109', { head: 16 }, 11],
  ['GS-4029-M8-12-45H', { socket: 4 }, 3.1],
  ['NH-934-M16-8', { flats: 24, height: 13 }, 33],
  ['NH-4032-M16-8', { flats: 24, height: 14.8 }, 36],
  ['NL-985-M10-8', { flats: 17, height: 10 }, 11],
  ['NC-1587-M8-6', { flats: 13, height: 15 }, 10],
  ['WA-7089-M16-ST', { inner: 17, outer: 30, thickness: 3 }, 11.3],
  ['WB-7093-M10-ST', { inner: 10.5, outer: 30, thickness: 2.5 }, 12.2],
  ['WS-127-M10-SP', { inner: 10.2, outer: 18.1, thickness: 2.2 }, 2.53],
  ['TR-976-M12-1000-48', { length: 1000 }, 725],
])('%s has the sizes of its standard, and weighs about what makers say', (sku, sizes, grams) => {
  const part = partOf(sku)
  expect(part?.attributes).toMatchObject(sizes)
  expect((part?.weight ?? 0) / grams).toBeGreaterThan(0.88)
  expect((part?.weight ?? 0) / grams).toBeLessThan(1.12)
})

// DIN 7991 has these heads; they are also between the two that ISO 10642 gives, and sold for both.
test.each([
  ['M10', 20, 19.22, 22.4],
  ['M12', 24, 23.12, 26.88],
  ['M16', 30, 29.01, 33.6],
  ['M20', 36, 36.05, 40.32],
])('%s countersunk screws have the heads of their standard', (thread, din, least, greatest) => {
  expect(countersunkSocket('DIN 7991', thread)?.head).toBe(din)
  const heads = parts.flatMap(({ category, attributes: { thread: of, standard, head } }) =>
    category === 'countersunk-screws' && standard === 'ISO 10642' && of === thread ? [Number(head)] : [],
  )
  expect(heads.length).toBeGreaterThan(2)
  // 36.05 mm of M20 is rounded.
  expect(new Set(heads)).toEqual(new Set([din]))
  expect(din).toBeGreaterThan(least - 0.06)
  expect(din).toBeLessThan(greatest)
})

// ISO 4026 and ISO 4029, table 1: those above the stepped line have the smaller depth.
test.each([
  ['M3', 4, 2, 1.2],
  ['M4', 5, 2.5, 1.5],
  ['M5', 6, 3, 2],
  ['M6', 8, 3.5, 2],
  ['M8', 10, 5, 3],
  ['M10', 12, 6, 4],
  ['M12', 16, 8, 4.8],
  ['M16', 20, 10, 6.4],
  ['M20', 25, 12, 8],
  ['M24', 30, 15, 10],
])(
  'the sockets of %s set screws from %d mm on are %d mm deep, those of shorter ones %d mm',
  (thread, from, deep, short) => {
    const ofThread = parts.filter((part) => kindOf(part) === 'set-screw' && part.attributes.thread === thread)
    expect(ofThread.length).toBeGreaterThan(10)
    for (const part of ofThread)
      expect(sampleModel(part)).toMatchObject({ dimensions: { socketDepth: deep } })
    expect(setScrew(thread, from)?.socketDepth).toBe(deep)
    expect(setScrew(thread, from - 0.5)?.socketDepth).toBe(short)
  },
)

// By the section of the standard and its least hole: the width b from table 1 of DIN 127, M3 to M24.
test('spring washers weigh what their section does', () => {
  const widths = [1.3, 1.5, 1.8, 2.5, 3, 3.5, 4, 5, 6, 7]
  const washers = parts.filter(({ sku }) => /^WS-127-M\d+-SP$/.test(sku))
  expect(washers.length).toBeGreaterThanOrEqual(9)
  for (const { sku, attributes, weight } of washers) {
    const at = ['3', '4', '5', '6', '8', '10', '12', '16', '20', '24'].indexOf(
      String(attributes.thread).slice(1),
    )
    const [width = 0, inner, thickness] = [widths[at], Number(attributes.inner), Number(attributes.thickness)]
    const grams = Math.PI * (inner + width) * width * thickness * (350 / 360) * 0.00785
    expect(weight / grams, sku).toBeCloseTo(1, 2)
  }
})

test.each(['HX-4017-M10-50-88', 'SC-4762-M8-35-129', 'CS-965-M4-16-48', 'NF-1661-M8-8', 'WT-6798-M8-SP'])(
  'the solid of %s has the volume by which it is weighed, less its thread',
  async (sku) => {
    const part = partOf(sku)
    const model = part && sampleModel(part)
    if (!model || 'reason' in model) throw new Error(`${sku} has no model`)
    const { volume } = await makeModel(model, 'step')
    const density = part.attributes.material === 'Stainless steel A2' ? 7.9 : 7.85
    const ofSolid = (volume * density) / 1000
    expect(part.weight / ofSolid).toBeGreaterThan(0.8)
    expect(part.weight / ofSolid).toBeLessThan(1.12)
  },
)

// ISO 898-1: screws whose head breaks before the thread have a 0 before their class.
test('button head and countersunk screws of 10.9 are marked as of reduced loadability', () => {
  const of109 = [...demoParts, ...parts].filter(
    ({ sku, attributes: { strength } }) => /^(BH|CS)-/.test(sku) && String(strength).endsWith('10.9'),
  )
  expect(of109.length).toBeGreaterThan(80)
  expect(new Set(of109.map(({ attributes }) => attributes.strength))).toEqual(new Set(['010.9']))
  expect(partOf('HX-4017-M12-60-109')?.attributes.strength).toBe('10.9')
})

test('of the same volume what is denser is heavier, and what weighs next to nothing has four decimals', () => {
  const made = (code: string, density: number, volume: number) =>
    madePart({
      sku: `XX-${code}`,
      name: 'Plate',
      category: 'nuts',
      kind: 'plate',
      description: 'A plate.',
      attributes: {},
      material: { code, attributes: {}, density, perKg: 2, origins: ['DE'] },
      volume,
      work: 0.01,
      customsCode: '73181600',
    })
  expect(made('A', 7.85, 1000).weight).toBe(7.85)
  expect(made('B', 2.7, 1000).weight).toBe(2.7)
  expect(made('C', 7.85, 0.5).weight).toBe(0.0039)
})
