import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedDemo } from '#demo/seed.ts'
import { createTestShop, type TestShop } from '#tests/support/test-shop.ts'
import { listProducts, nearestSizes } from '../catalog.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await createTestShop()
  await seedDemo(shop)
})
afterAll(() => shop[Symbol.asyncDispose]())

const skus = async (q: string) => (await listProducts(shop.db, { q })).rows.map(({ sku }) => sku)

// What buyers call parts: the beginning of the part number of one of the first three.
test.each([
  ['bolt m8', 'HX-933'],
  ['hex bolt m8x40', 'HX-933-M8-40'],
  ['hexagon bolt m12', 'HX-4017'],
  ['m8 hex bolts zinc', 'HX-933'],
  ['Sechskantschraube M8', 'HX-933'],
  ['sechskantschrauben m8x16', 'HX-933-M8-16'],
  ['SHCS m6x20', 'SC-912-M6-20'],
  ['allen key bolt m6 20', 'SC-912-M6-20'],
  ['Inbusschraube M6', 'SC-912-M6-20'],
  ['cap screw m10', 'SC-912-M10-60'],
  ['stainless m6x20', 'SC-912-M6-20'],
  ['Edelstahl Schraube M6', 'SC-912-M6-20'],
  ['button head m5', 'BH-7380'],
  ['grub screw m6', 'GS-916'],
  ['Madenschrauben M6', 'GS-916'],
  ['flat head screw m6', 'CS-7991'],
  ['csk m4', 'CS-965'],
  ['Senkschraube M4 Kreuzschlitz', 'CS-965'],
  ['coach bolt m8', 'CB-603'],
  ['Schloßschraube', 'CB-603'],
  ['eyebolt', 'EB-580'],
  ['studding m10', 'TR-976'],
  ['Gewindestange M10', 'TR-976'],
  ['hex nut m8', 'NH-934'],
  ['M8 Muttern DIN 934', 'NH-934'],
  ['nyloc m6', 'NL-985'],
  ['Sicherungsmutter', 'NL-985'],
  ['acorn nut m6', 'NC-1587'],
  ['Flügelmutter M6', 'NW-315'],
  ['fluegelmuttern', 'NW-315'],
  ['plain washer m8', 'WA-125'],
  ['Unterlegscheiben M8', 'WA-125'],
  ['penny washer', 'WB-9021'],
  ['Federring M8', 'WS-127'],
  ['star washer', 'WT-6798'],
  ['Belleville washer', 'SP-2093'],
  ['circlip 20', 'RR-471-20'],
  ['snap ring 32', 'RR-472-32'],
  ['Sicherungsring 20', 'RR-471-20'],
  ['internal circlip', 'RR-472'],
  ['e-ring 6', 'RE-6799'],
  ['roll pin 5x30', 'PR-8752'],
  ['cotter pin', 'PS-1234'],
  ['Zylinderstift 6', 'PD-8734'],
  ['feather key 8x7x40', 'KP-6885'],
  ['shaft collar 20', 'CO-705'],
  ['6204-2rsr', 'BB-6204-2RS'],
  ['6204 2RS1', 'BB-6204-2RS'],
  ['608zz', 'BF-F608'],
  ['Rillenkugellager 6305', 'BB-6305'],
  ['needle roller HK1612', 'BN-HK1612'],
  ['taper bearing 30205', 'BR-30205'],
  ['linear bushing', 'BL-LM8UU'],
  ['oil seal 25x40x7', 'SS-3760'],
  ['Simmerring 25x40x7', 'SS-3760'],
  ['o ring 20.29x2.62', 'OR-3601'],
  ['extension spring', 'SP-T'],
  ['Druckfeder', 'SP-C'],
  ['hose clip', 'HC-3017'],
  ['pop rivet 4', 'RV-15977'],
  ['rubber mount', 'RB-A'],
  ['DIN EN ISO 4017 M8', 'HX-933'],
  ['iso 4762 m6', 'SC-912-M6-20'],
  ['ISO 7089 M8', 'WA-125'],
  ['M8 x 1.25', 'HX-933'],
  ['M8 x 1.25 x 40', 'HX-933-M8-40'],
  ['M1O x 60', 'SC-912-M10-60'],
])('"%s" has %s among the first three', async (q, sku) => {
  const found = await skus(q)
  expect(found.slice(0, 3).some((each) => each.startsWith(sku))).toBe(true)
})

test('a fine pitch is not left out', async () => {
  expect(await skus('m8x0.75 hexagon')).toEqual([])
})

test.each([
  ['screw m8x42', ['HX-933-M8-40', 'FS-6921-M8-25', 'HX-933-M8-16']],
  ['hexagon nut m9', ['NH-934-M8']],
  ['compression spring 1.6x14x50', ['SP-C-16-14-45']],
  ['socket head m6x21', ['SC-912-M6-20']],
])('nothing is "%s": the nearest sizes are offered, the nearest first', async (q, nearest) => {
  expect(await skus(q)).toEqual([])
  const found = (await nearestSizes(shop.db, q)).map(({ sku }) => sku)
  expect(found.slice(0, nearest.length)).toEqual(nearest)
  expect(found.length).toBeLessThanOrEqual(3)
})

test('a search without a size, and one whose other words find nothing, have no nearest size', async () => {
  for (const q of ['gizmo', 'gizmo m8', 'm'.repeat(200), '0', '9'.repeat(200), '%_\\ m8'])
    expect(await nearestSizes(shop.db, q)).toEqual([])
})
