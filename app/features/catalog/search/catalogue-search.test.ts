import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedDemo } from '#demo/seed.ts'
import { createTestShop, type TestShop } from '#tests/support/test-shop.ts'
import { listProducts } from '../catalog.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await createTestShop()
  await seedDemo(shop, 'catalogue')
})
afterAll(() => shop[Symbol.asyncDispose]())

// What buyers ask for among some 2,700 parts: how the part number of one of the first three begins.
test.each([
  ['HX-4017-M8-50-88', /^HX-4017-M8-50-88$/],
  ['hx4017m840a2', /^HX-4017-M8-40-A2$/],
  ['SC-4762-M10-60', /^SC-4762-M10-60/],
  ['iso 4017 m8x40', /^HX-4017-M8-40-/],
  ['iso 4017 m12x80 10.9', /^HX-4017-M12-80-109$/],
  ['m8x40 hexagon screw stainless', /^HX-(4017-M8-40-A2|933-M8-40)$/],
  ['hex bolt m16x100', /^HX-(4017|4014)-M16-100-/],
  ['hexagon bolt m10x80 8.8', /^HX-(4017|4014)-M10-80-88$/],
  ['ISO 4014 M12 x 80', /^HX-4014-M12-80-/],
  ['din en iso 4014 m20x150', /^HX-4014-M20-150-/],
  ['Sechskantschraube M10x50 A2', /^HX-4017-M10-50-A2$/],
  ['SHCS m8x30', /^SC-4762-M8-30-/],
  ['socket head cap screw m6x25 12.9', /^SC-4762-M6-25-129$/],
  ['iso 4762 m5x16 a2', /^SC-4762-M5-16-A2$/],
  ['Inbusschraube M8x20 12.9', /^SC-4762-M8-20-129$/],
  ['allen bolt m12x60', /^SC-4762-M12-60-/],
  ['cap screw m16x80', /^SC-4762-M16-80-/],
  ['m3x10 cap screw stainless', /^SC-4762-M3-10-A2$/],
  ['button head m6x16', /^BH-7380-M6-16-/],
  ['iso 7380 m8x20 a2', /^BH-7380-M8-20-A2$/],
  ['grub screw m8x12', /^GS-40(26|29)-M8-12-/],
  ['set screw cup point m6x8', /^GS-4029-M6-8-/],
  ['Madenschraube M5x10', /^GS-40(26|29)-M5-10-/],
  ['iso 4026 m10x20', /^GS-4026-M10-20-/],
  ['countersunk socket m8x25', /^CS-10642-M8-25-/],
  ['iso 10642 m6x16 10.9', /^CS-10642-M6-16-109$/],
  ['csk m4x16', /^CS-(965|10642)-M4-16-/],
  ['din 965 m5x20', /^CS-965-M5-20-/],
  ['Senkschraube M4x10 Kreuzschlitz', /^CS-965-M4-10-/],
  ['threaded rod m12', /^TR-976-M12-/],
  ['Gewindestange M16 1000', /^TR-976-M16-1000-/],
  ['din 976 m8 8.8', /^TR-976-M8-.*-88$/],
  ['hex nut m12', /^NH-(934|4032)-M12-/],
  ['din 934 m16 a4', /^NH-934-M16-A4$/],
  ['iso 4032 m20', /^NH-4032-M20-/],
  ['nyloc m10', /^NL-985-M10-/],
  ['din 985 m8 a2', /^NL-985-M8-A2$/],
  ['acorn nut m8', /^NC-1587-M8-/],
  ['flange nut m10', /^NF-1661-M10-/],
  ['plain washer m12', /^WA-70(89|92)-M12-/],
  ['iso 7089 m10 a4', /^WA-7089-M10-A4$/],
  ['penny washer m8', /^WB-7093-M8-/],
  ['iso 7093 m6', /^W(B-7093-M6|B-9021-M6)/],
  ['Federring M12', /^WS-127-M12-/],
  ['star washer m8', /^WT-6798-M8-/],
  ['dowel pin 8x40', /^PD-8734-8-40$/],
  ['Zylinderstift 6x30', /^PD-8734-6-30$/],
  ['roll pin 4x20', /^PR-8752-4-20$/],
  ['feather key 10x8x50', /^KP-6885-10-8-50$/],
  ['Passfeder 8x7x32', /^KP-6885-8-7-32$/],
  ['circlip 30', /^RR-47[12]-30$/],
  ['din 472 40', /^RR-472-40$/],
  ['spur gear module 2 30 teeth', /^GR-20-30$/],
  ['6204', /^BB-6204/],
  ['6205-2rs', /^BB-6205-2RS$/],
  ['6305 zz', /^BB-6305-2Z$/],
  ['Rillenkugellager 6206', /^BB-6206/],
  ['bronze bush 20x26', /^BU-4379-20-26-/],
  ['o ring 20.29x2.62', /^OR-3601-117-/],
  ['o ring fkm 2.62', /^OR-3601-1\d\d-FKM$/],
  ['shaft collar 25', /^CO-705-25$/],
  ['oil seal 35x52', /^SS-3760-35-52-/],
  ['Druckfeder 1.6', /^SP-C-16-/],
  ['disc spring 25', /^SP-2093-/],
] as const)('"%s" has %s among the first three of the catalogue', async (q, wanted) => {
  const found = (await listProducts(shop.db, { q })).rows.map(({ sku }) => sku)
  expect(found.slice(0, 3)).toEqual(expect.arrayContaining([expect.stringMatching(wanted)]))
})
