import { afterAll, beforeAll, expect, test } from 'vitest'
import { VISITOR } from '#features/agreed-prices/agreed-prices.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { quoteText } from '../quote.ts'

let app: TestApp

const SKUS = ['HX-933-M8-40', 'NH-934-M8', '10884', 'CSF-10885', 'A-1', 'A_1', 'SC-M1.6-20', 'WA/125 8']

beforeAll(async () => {
  app = await createTestApp()
  for (const sku of SKUS)
    await app.addProduct({ name: `Sample ${SKUS.indexOf(sku)}`, sku, quantity: 100_000 })
  const archived = await app.addProduct({ name: 'Gone', sku: 'NH_934_M8', quantity: 1000 })
  await app.call('DELETE', `/api/product/${archived._id}`, { as: await app.registerAdmin() })
})
afterAll(() => app[Symbol.asyncDispose]())

const ask = async (text: string) =>
  (await quoteText(app.shop.db, VISITOR, text)).lines.map(({ sku, quantity, problem, fixes = [] }) =>
    [sku, quantity, problem, ...fixes.map((fix) => ('sku' in fix ? fix.sku : fix.quantity))].filter(
      (value) => value !== undefined,
    ),
  )

test.each([
  ...[
    '(HX-933-M8-40)',
    '[HX-933-M8-40]',
    '{HX-933-M8-40}',
    '<HX-933-M8-40>',
    '"HX-933-M8-40".',
    '„HX-933-M8-40“',
  ],
  ...[
    '‘HX-933-M8-40’',
    "'HX-933-M8-40'",
    '`HX-933-M8-40`',
    '«HX-933-M8-40»',
    '‹HX-933-M8-40›',
    '**HX-933-M8-40**',
  ],
  ...[
    '#HX-933-M8-40',
    'HX-933-M8-40#',
    'HX-933-M8-40…',
    'HX-933-M8-40.',
    '_HX-933-M8-40_',
    'HX_933_M8_40',
    'hx_933-m8/40',
  ],
  ...[
    'HX/933/M8/40',
    'HX.933.M8.40',
    'HX\\_933\\_M8\\_40',
    'HX\\933\\M8\\40',
    'HX–933—M8‑40',
    'HX⁄933⁄M8⁄40',
    'HX - 933 - M8 - 40',
  ],
])('%s is found', async (written) => {
  for (const text of [
    `${written} 500`,
    `500 ${written}`,
    `${written};500`,
    `Part;Stock;Qty\n${written};9000;500`,
  ])
    expect([text, await ask(text)]).toEqual([text, [['HX-933-M8-40', 500]]])
})

test('of parts whose numbers differ only in marks the exact one wins, else it is a question', async () => {
  expect(await ask('A-1 500\nA_1 300')).toEqual([
    ['A-1', 500],
    ['A_1', 300],
  ])
  const [line] = await ask('A/1 500')
  expect(line?.slice(0, 3)).toEqual(['A/1', 500, 'unknown'])
  expect(line?.slice(3).sort()).toEqual(['A-1', 'A_1'])
  expect((await ask('Part;Stock;Qty\nA.1;9000;500'))[0]?.slice(0, 3)).toEqual(['A.1', 500, 'unknown'])
})

test('a mark between digits is not left out, blanks are no marks, and an archived part is not replaced', async () => {
  expect((await ask('SC-M16-20 500'))[0]?.slice(0, 3)).toEqual(['SC-M16-20', 500, 'unknown'])
  expect((await ask('HX 933 M8 40 500'))[0]).toContain('unknown')
  expect((await ask('NH_934_M8 500'))[0]?.slice(0, 3)).toEqual(['NH_934_M8', 500, 'unknown'])
  expect(await ask('SC_M1.6_20 500')).toEqual([['SC-M1.6-20', 500]])
})

test('a part that is written in two ways is merged', async () => {
  expect(await ask('HX_933_M8_40 500\nHX/933/M8/40 300')).toEqual([['HX-933-M8-40', 800]])
  expect(await ask('HX-933-M8-40 500\n10;HX_933_M8_40;300')).toEqual([['HX-933-M8-40', 800]])
})

test.each([
  ...[
    'CSF;10884;500',
    'CSF\t10884\t500',
    'CSF 10884 500',
    'Article 10884 500',
    'part no. 10884: qty 500',
    '500 pcs 10884',
  ],
  ...[
    'Type;No;Qty\nCSF;10884;500',
    'Artikel;Bestand;Menge\n10884;9000;500',
    'Artikel;Bestand;Menge\nCSF 10884;9000;500',
  ],
])('a part number of digits is found: %j', async (text) => {
  expect(await ask(text)).toEqual([['10884', 500]])
})

test.each([
  ...[
    'CSF;10885;500',
    'CSF 10885 500',
    '500 x CSF 10885',
    'Type;No;Qty\nCSF;10885;500',
    'Type;Part no;Stock;Qty\nCSF;10885;9;500',
  ],
])('a part number that is parted is found: %j', async (text) => {
  expect(await ask(text)).toEqual([['CSF-10885', 500]])
})

test('a number is no part of digits where it says something else', async () => {
  for (const text of [
    'HX-9999 10884 500',
    'Pos 10884 screws 500',
    'DIN 10884 screws 500',
    'our order 10884: 500',
  ])
    expect([text, (await ask(text))[0]]).not.toEqual([text, ['10884', 500]])
  expect((await ask('Screw;500;10884'))[0]).not.toEqual(['10884', 500])
})
