import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import type { Person } from '#tests/support/customer.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
let admin: Person
let parts: { sku: string }[]

beforeAll(async () => {
  app = await createTestApp()
  admin = await app.registerAdmin()
  const attributes = [{ key: 'length', label: 'Length', unit: 'mm', kind: 'number' }]
  await app.call('PUT', '/api/category/screws', { body: { name: 'Screws', attributes }, as: admin })
  parts = []
  for (let at = 0; at < 4; at += 1)
    parts.push(
      await app.addProduct({ price: 9, category: 'screws', attributes: { length: 5 } as never, quantity: 7 }),
    )
})
afterAll(() => app[Symbol.asyncDispose]())

const upload = async (text: string) => {
  const headers = { 'Content-Type': 'text/csv' }
  const { body } = await app.call('POST', '/api/import', { body: text, as: admin, headers })
  return body
}

/** What becomes of each part under a file with these rows: the new values, or what is wrong with them. */
async function read(header: string, ...rows: string[]) {
  const made = await upload(
    [`sku;${header}`, ...rows.map((row, at) => `${parts[at]?.sku};${row}`)].join('\n'),
  )
  const { body } = await app.call('GET', `/api/import/${made._id}`, { as: admin })
  return rowsOf(body)
}

const rowsOf = (body: {
  rows: { changes: { field: string; to: unknown }[]; errors: { column: string; detail: string }[] }[]
}) =>
  body.rows.map(({ changes, errors }) => [
    ...changes.filter(({ field }) => field !== 'prices').map(({ to }) => to),
    ...errors.map(({ column, detail }) => `${column}: ${detail}`),
  ])

const question = (column: string, text: string, smaller: string, larger: string) =>
  `${column}: ${text} can be ${smaller} or ${larger}. Write ${smaller} or ${larger.replace(',', '')}.`

test('a number with two readings is read as its column writes the others', async () => {
  expect(await read('price', '7,35', '3,277', '1.250', '1.250,5')).toEqual([
    [7.35],
    [3.277],
    [1250],
    [1250.5],
  ])
  expect(await read('price', '7.35', '3.277', '"1,250"')).toEqual([[7.35], [3.277], [1250]])
  expect(await read('weight', '0,125', '3,277')).toEqual([[0.125], [3.277]])
  expect(await read('weight', '1.000.000', '3,277')).toEqual([[1_000_000], [3.277]])
  expect(await read('price 1;from 1', '7,35;100', '3,277;100').then((rows) => rows.flat())).not.toContain(
    3277,
  )
})

test('where the column says nothing, the rest of the file does', async () => {
  expect(await read('weight;price', '4;0,05', '1.250;0,07')).toEqual([
    [0.05, 4],
    [0.07, 1250],
  ])
  expect(await read('attribute:length;price', '1,250 mm;0,05', '-1,250;0,06')).toEqual([
    [0.05, { length: 1.25 }],
    [0.06, { length: -1.25 }],
  ])
})

test('a number of pieces is whole, which says how the file writes thousands', async () => {
  expect(await read('quantity', '1.250', '500.000', '2.000')).toEqual([[1250], [500_000], [2000]])
  expect(await read('quantity', '500,000', '2000,000')).toEqual([[500], [2000]])
  expect(await read('price;quantity', '7,35;500,000')).toEqual([[7.35, 500]])
  expect(await read('price;quantity', '7.35;500,000')).toEqual([[7.35, 500_000]])
})

test('what nothing settles, or two numbers settle otherwise, is wrong and says both readings', async () => {
  expect(await read('price', '1.250', '9')).toEqual([[question('price', '1.250', '1.25', '1,250')], []])
  expect(await read('price', '7,35', '7.36', '1.250')).toEqual([
    [7.35],
    [7.36],
    [question('price', '1.250', '1.25', '1,250')],
  ])
  expect(await read('quantity', '500,000')).toEqual([[question('quantity', '500,000', '500', '500,000')]])
  // A file with decimal commas has no 1,250 pieces.
  expect(await read('quantity;price', '500,000;7,35', '1,250;7,36')).toEqual([
    [question('quantity', '500,000', '500', '500,000')],
    [question('quantity', '1,250', '1.25', '1,250')],
  ])
  expect(await read('attribute:length', '-1,250 mm')).toEqual([
    ['attribute:length: -1,250 can be -1.25 or -1,250. Write -1.25 or -1250.'],
  ])
  for (const part of parts) expect((await app.call('GET', `/api/part/${part.sku}`)).body).toEqual(part)
})

test('price breaks in one cell are read by themselves', async () => {
  const ladder = async (cell: string, more = '') => {
    const made = await upload(`sku;prices;price\n${parts[0]?.sku};${cell};${more}`)
    const { body } = await app.call('GET', `/api/import/${made._id}`, { as: admin })
    return body.rows[0]
  }
  const { changes } = await ladder('100:1,250 1000:0,95', '1,25')
  expect(changes).toContainEqual(
    expect.objectContaining({
      to: [
        { from: 100, price: 1.25 },
        { from: 1000, price: 0.95 },
      ],
    }),
  )
  expect((await ladder('100:1.250', '')).errors[0].detail).toContain('1.250 can be 1.25 or 1,250.')
})

test('an export is read back unchanged, as it is and as a German Excel saves it', async () => {
  const prices = [
    { from: 100, price: 1.125 },
    { from: 1000, price: 1.05 },
  ]
  await app.addProduct({
    price: undefined,
    prices,
    weight: 2.375,
    category: 'screws',
    attributes: { length: -1.125 } as never,
  })
  const { body } = await app.call('GET', '/api/product.csv', { as: admin })
  expect(body).toContain(',1.1250,100:1.1250 1000:1.05,')
  // Excel reads its numbers, and writes them without zeros at their end.
  const cells = (parse(body) as string[][]).map((row) =>
    row.map((cell) => (/^-?\d+(?:\.\d+)?$/.test(cell) ? String(Number(cell)).replace('.', ',') : cell)),
  )
  const german = cells.map((row) =>
    row.map((cell) => (/[;"\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(';'),
  )
  expect(german.join('\n')).toContain(';1,125;100:1.1250 1000:1.05;')
  for (const file of [body, german.join('\r\n')]) {
    const { counts } = await upload(file)
    expect(counts).toEqual({ added: 0, changed: 0, unchanged: cells.length - 1, wrong: 0 })
  }
})

test('200 rows of a German file are read, and read the same when they are compared again', async () => {
  const many: Product[] = []
  for (let at = 0; at < 200; at += 1) many.push(await app.addProduct({ price: 9 }))
  const price = (at: number) => (at % 4 === 0 ? 1 + at / 100 : 1.001 + at / 1000)
  const german = (number: number) =>
    String(number.toFixed(3)).replace('.', ',').replace(/0+$/, '').replace(/,$/, '')
  const rows = many.map(({ sku }, at) => `${sku};${german(price(at))};${(2000 + at).toLocaleString('de-DE')}`)
  const made = await upload(`sku;price;quantity\n${rows.join('\n')}`)
  expect(made.counts).toEqual({ added: 0, changed: 200, unchanged: 0, wrong: 0 })
  const again = await app.call('POST', `/api/import/${made._id}/compare`, { as: admin })
  expect(again.body.counts).toEqual(made.counts)
  await app.call('POST', `/api/import/${again.body._id}/apply`, { body: {}, as: admin })
  for (const at of [0, 1, 2, 199])
    expect((await app.call('GET', `/api/part/${many[at]?.sku}`)).body).toMatchObject({
      price: Number(price(at).toFixed(3)),
      quantity: 2000 + at,
    })
})
