import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import { linesBody, putLines, readRows } from '#tests/support/changed-lines.ts'
import { ORIGIN, orderOfLines, type Person, verifyEmail } from '#tests/support/customer.ts'
import { sandboxMailsIn } from '#tests/support/mailer.ts'
import { readPdf } from '#tests/support/pdf.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { orderDocumentPaths } from '../paths.ts'

let shop: TestApp
let admin: Person
let customer: Person
let screw: Product
let nut: Product

beforeAll(async () => {
  shop = await createTestApp({ SELLER_NAME: 'Sample Parts Ltd', SELLER_ADDRESS: '1 Sample Street' })
  admin = await shop.registerAdmin()
})
afterAll(async () => {
  await shop.app.close()
  await shop[Symbol.asyncDispose]()
})
beforeEach(async () => {
  customer = await shop.register()
  // What they write is in no mail to an address that is not theirs for sure.
  await verifyEmail(shop.shop, customer)
  screw = await shop.addProduct({ quantity: 5000 })
  nut = await shop.addProduct({ quantity: 5000 })
})

const WORDS = { own: 'PUMP-4711/B', note: 'For the pump in hall 3' }

const call = (method: string, path: string, body?: object, as = customer) =>
  shop.call(method, `/api${path}`, { as, ...(body && { body }) })

/** An order of which the first line has words. */
function ordered(words: object = WORDS) {
  const order = orderOfLines([
    { product: screw, quantity: 200 },
    { product: nut, quantity: 300 },
  ])
  return { ...order, lines: order.lines.map((line, at) => ({ ...line, ...(at === 0 && words) })) }
}

const place = async () => (await call('POST', '/order', ordered())).body

async function textOf(path: string, as = admin): Promise<string> {
  const headers = { Authorization: `Bearer ${as.token}` }
  const answer = await shop.app.fetch(new Request(ORIGIN + path, { headers }))
  expect(answer.status).toBe(200)
  return readPdf(new Uint8Array(await answer.arrayBuffer())).pages.join('\n')
}

test('own part numbers and notes go with a list into the cart and the order, and into its next one', async () => {
  const lines = ordered().lines
  const list = (await call('POST', '/list', { name: 'Pump', lines })).body
  const { productId, quantity, own, note } = list.lines[0]
  expect(
    (await call('PUT', '/cart', { lines: [{ productId, quantity, own, note }] })).body.lines,
  ).toMatchObject([WORDS])
  const order = await place()
  expect(order.lines).toMatchObject([{ productId: screw._id, ...WORDS }, { productId: nut._id }])
  expect(order.lines[1]).not.toHaveProperty('own')
  expect((await call('GET', `/myorder/${order._id}`)).body.lines).toEqual(order.lines)
  expect((await call('GET', `/myorder/${order._id}/again`)).body.lines).toMatchObject([WORDS, {}])
  const found = await shop.call('GET', `/api/orders?q=${encodeURIComponent(WORDS.own)}`, { as: admin })
  expect(found.body.map(({ _id }: { _id: string }) => _id)).toContain(order._id)
})

test('lines of an unpaid order that change or stay keep them, and whoever has the payment link reads them', async () => {
  const order = await place()
  const pieces = [
    { product: nut, quantity: 300 },
    { product: screw, quantity: 400 },
  ]
  const changed = await putLines(shop, customer, order, linesBody(pieces))
  expect(changed.body.lines).toMatchObject([{ productId: nut._id }, { productId: screw._id, ...WORDS }])
  const again = await putLines(
    shop,
    customer,
    order,
    linesBody([
      { product: screw, quantity: 400 },
      { product: nut, quantity: 200 },
    ]),
  )
  expect(again.body.lines).toMatchObject([WORDS, {}])
  const { url } = (await call('POST', `/myorder/${order._id}/payment-link`, {})).body
  const linked = await shop.call('GET', `/api/payment-link/${url.split('/').at(-1)}`)
  expect(linked.body.lines).toMatchObject([WORDS, {}])
})

test('papers, mails and the export of lines have them', async () => {
  const order = await place()
  const { confirmation, packingSlip, invoice } = orderDocumentPaths
  await shop.runJobs()
  await shop.pay(customer, order)
  const said = `Your part number: ${WORDS.own}\nNote: ${WORDS.note}`
  for (const path of [confirmation, packingSlip, invoice])
    expect(await textOf(path(order._id))).toContain(said)
  const csv = (await shop.call('GET', '/api/orders.csv?rows=lines', { as: admin })).body
  expect(csv).toContain(`${WORDS.own},${WORDS.note}`)
  const mails = await sandboxMailsIn(shop.shop)
  const mail = mails.find(({ text }) => text.includes(order.number))
  for (const text of [`Your part number: ${WORDS.own}`, `Note: ${WORDS.note}`])
    expect(mail?.text).toContain(text)
})

test('words that are too long, of several lines or not to be printed are refused by their line, and nothing is placed', async () => {
  const before = await readRows(shop)
  for (const [words, member] of [
    [{ own: 'x'.repeat(65) }, 'own'],
    [{ own: 'a\nb' }, 'own'],
    [{ own: '\u{16a0}' }, 'own'],
    [{ own: 4711 }, 'own'],
    [{ note: 'x'.repeat(201) }, 'note'],
    [{ note: ' ' }, 'note'],
  ] as const) {
    const { status, body } = await call('POST', '/order', ordered(words))
    expect([status, body.errors?.[0].pointer], JSON.stringify(body)).toEqual([422, `#/lines/0/${member}`])
  }
  expect(await readRows(shop)).toEqual(before)
})
