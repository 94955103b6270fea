import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Answer, Person } from '#tests/support/customer.ts'
import { uploadOf } from '#tests/support/pictures.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { textCell as text, workbook, workbookOf } from '#tests/support/workbook.ts'

let app: TestApp
let admin: Person

beforeAll(async () => {
  app = await createTestApp()
  admin = await app.registerAdmin()
})
afterAll(async () => {
  await app.app.close()
  await app[Symbol.asyncDispose]()
})

const send = (bytes: Uint8Array, query = ''): Promise<Answer> =>
  app.call('POST', `/api/import${query}`, { body: uploadOf(bytes, 'parts.xlsx'), as: admin })

const rowsOf = async (id: string): Promise<Answer['body'][]> =>
  (await app.call('GET', `/api/import/${id}`, { as: admin })).body.rows

const imports = () => app.shop.db.selectFrom('imports').selectAll().orderBy('id').execute()

const HEADS = `<row r="1">${['sku', 'price', 'quantity'].map((head, at) => text(`${'ABC'[at]}1`, head)).join('')}</row>`

const part = (row: number, sku: string, price: string, quantity: string, more = '') =>
  `<row r="${row}"${more}>${text(`A${row}`, sku)}<c r="B${row}" s="1"><v>${price}</v></c><c r="C${row}" s="2"><v>${quantity}</v></c></row>`

/** The second style has four decimals, the third thousands. */
const STYLES = {
  'xl/styles.xml': strToU8(
    '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="0.0000"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="3"/></cellXfs></styleSheet>',
  ),
}

test('a workbook is read as Excel shows it, without what it hides, and each row has its number', async () => {
  const [one, two] = [await app.addProduct(), await app.addProduct()]
  const rows =
    HEADS +
    part(2, one.sku, '0.12345', '1250') +
    part(3, two.sku, '9', '9', ' hidden="1"') +
    part(5, two.sku, '0.5', '12000')
  const { status, body } = await send(workbook(rows, STYLES))
  expect([status, body.name, body.counts]).toEqual([
    201,
    'parts.xlsx',
    { added: 0, changed: 2, unchanged: 0, wrong: 0 },
  ])
  const changes = (await rowsOf(body._id)).map((row) => [
    row.row,
    row.sku,
    ...row.changes.flatMap(({ field, to }: { field: string; to: unknown }) =>
      field === 'prices' ? [] : [to],
    ),
  ])
  expect(changes).toEqual([
    [2, one.sku, 0.1235, 1250],
    [5, two.sku, 0.5, 12000],
  ])
  expect((await app.call('GET', `/api/part/${one.sku}`)).body).toEqual(one)
})

test('a description keeps its line breaks, and a formula is its value', async () => {
  const one = await app.addProduct()
  const rows = `<row r="1">${text('A1', 'sku')}${text('B1', 'description')}${text('C1', 'price')}</row>
    <row r="2">${text('A2', one.sku)}${text('B2', 'One line&#10;and =another')}<c r="C2"><f>1/4</f><v>0.25</v></c></row>`
  const { body } = await send(workbook(rows))
  const [row] = await rowsOf(body._id)
  expect(row.changes).toContainEqual({
    field: 'description',
    from: one.description,
    to: 'One line\nand =another',
  })
  expect(row.changes).toContainEqual({ field: 'price', from: one.price, to: 0.25 })
})

test('of several sheets with cells one has to be chosen', async () => {
  const one = await app.addProduct()
  const list = HEADS + part(2, one.sku, '0.75', '10')
  const several = workbookOf({ Prices: list, Empty: '', 'Last year': HEADS }, STYLES)
  const before = await imports()
  const refused = await send(several)
  expect([refused.status, refused.body.detail]).toEqual([
    422,
    'The workbook has several sheets: say which one, “Prices” and “Last year”.',
  ])
  const unknown = await send(several, '?sheet=Empty')
  expect([unknown.status, unknown.body.errors[0].pointer]).toEqual([422, '#/sheet'])
  expect(await imports()).toEqual(before)
  const { status, body } = await send(several, '?sheet=Prices')
  expect([status, body.counts.changed]).toEqual([201, 1])
  expect((await send(workbookOf({ Prices: list, Empty: '' }, STYLES))).status).toBe(201)
})

/** A text of entities that are other entities, and so on. */
const ENTITIES = strToU8(
  '<!DOCTYPE sst [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><sst><si><t>&b;</t></si></sst>',
)

const zero = (bytes: number) => new Uint8Array(bytes)

// attack: spreadsheet-bomb
test.each([
  [
    'parts that unpack to more than 100 MB',
    workbook(HEADS, { 'xl/sharedStrings.xml': zero(101_000_000) }),
    'large',
  ],
  ['a cell below the last row', workbook(`<row r="1048576">${text('A1048576', 'x')}</row>`), 'large'],
  ['a cell behind the last column', workbook(`<row r="1">${text('XFD1', 'x')}</row>`), 'large'],
  ['entities of its own', workbook(HEADS, { 'xl/sharedStrings.xml': ENTITIES }), 'cannot be read'],
  ['other parts', zipSync({ 'a.txt': strToU8('x') }), 'cannot be read'],
  ['no end', strToU8('PK\u0003\u0004 no zip'), 'cannot be read'],
  ['no cells', workbook(''), 'has no cells'],
])('a workbook with %s is refused, and nothing is kept', async (_, bytes, detail) => {
  const before = await imports()
  const refused = await send(bytes)
  expect([refused.status, refused.body.code]).toEqual([422, 'invalid'])
  expect(refused.body.detail).toContain(detail)
  expect(await imports()).toEqual(before)
})

test('the smallest file whose rows would fill the memory is refused', async () => {
  const rows = Array.from({ length: 60_000 }, (_, at) => `<row><c r="ALL${at + 1}"><v>1</v></c></row>`)
  const refused = await send(workbook(rows.join('')))
  expect(refused.status).toBe(422)
  expect(refused.body.detail).toContain('too large')
})
