import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import { arrivesText } from '#features/delivery/texts.ts'
import { arrivesIfShippedOn, type Order } from '#features/orders/orders.ts'
import { isoDay } from '#kit/time.ts'
import { ORIGIN, type Person } from '#tests/support/customer.ts'
import { LYON, openTrade, orderTo, promiseEarlier, TRADED, ZURICH } from '#tests/support/delivery-shop.ts'
import { readPdf } from '#tests/support/pdf.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { dataSheetPath, sharePicturePath } from '../part-paths.ts'
import { orderDocumentPaths, packingSlipsPath } from '../paths.ts'

const { confirmation, packingSlip, proForma } = orderDocumentPaths

const BERLIN = {
  name: 'Eva Muster',
  street: 'Beispielweg 2',
  postcode: '10117',
  city: 'Berlin',
  country: 'DE',
}

let shop: TestApp
let admin: Person
let customer: Person
let washer: Product

// One shop for all tests, because its process takes long to start.
beforeAll(async () => {
  shop = await createTestApp()
  await openTrade(shop)
  admin = await shop.registerAdmin()
  washer = await shop.addProduct({ ...TRADED, name: 'Spring washer' })
})
afterAll(async () => {
  await shop.app.close()
  await shop[Symbol.asyncDispose]()
})
beforeEach(async () => {
  customer = await shop.register({ name: 'Zoé Durand' })
})

/** The texts of a document, as its lines are drawn. */
async function linesAt(path: string, as: Person = customer): Promise<string> {
  const headers = { Authorization: `Bearer ${as.token}` }
  const answer = await shop.app.fetch(new Request(ORIGIN + path, { headers }))
  expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'application/pdf'])
  return readPdf(new Uint8Array(await answer.arrayBuffer())).pages.join('\n')
}

/** The text of a document, with a space between what stands below or beside each other. */
const textAt = async (path: string, as?: Person): Promise<string> =>
  (await linesAt(path, as)).replaceAll(/\s+/g, ' ')

const place = async (terms: Record<string, unknown> = {}): Promise<Order> =>
  orderTo(shop, customer, washer, terms)

const arrival = ({ delivery }: Order): string => arrivesText(delivery?.arrives ?? { from: '', to: '' })

test('the confirmation says where the invoice goes, how it is delivered, and what is added', async () => {
  const order = await place({ billTo: BERLIN })
  const text = await textAt(confirmation(order._id))
  for (const shown of [
    'Eva Muster Beispielweg 2 10117 BERLIN GERMANY',
    `Express, Sample Carrier, DAP. ${arrival(order)}`,
    'Deliver to Atelier Exemple Zoé Durand 12 rue de l’Exemple 69002 LYON FRANCE',
    'Weight 1 kg',
    'Spring washer customs code 73181568, origin Germany',
    'Goods $200.00 Delivery (Express) $19.00 VAT (20 %) $43.80 Total $262.80',
  ])
    expect(text).toContain(shown)
})

test('the confirmation has the note of reverse charge and the VAT ID of the customer', async () => {
  const order = await place({ vatId: 'FR83404833048' })
  const text = await textAt(confirmation(order._id))
  for (const shown of [
    'Atelier Exemple Zoé Durand 12 rue de l’Exemple 69002 LYON FRANCE',
    'Total $219.00 No tax is charged: reverse charge',
    'Article 138(1) of Directive 2006/112/EC. The customer accounts for the VAT.',
    'VAT ID of the customer: FR83404833048',
  ])
    expect(text).toContain(shown)
  expect(text).not.toContain('Deliver to')
})

test('a weight that is not known for each line is not said', async () => {
  const product = await shop.addProduct({ ...TRADED, weight: undefined })
  const order = await orderTo(shop, customer, product, { delivery: 'standard' })
  expect(order.weight).toBeUndefined()
  expect(await textAt(confirmation(order._id))).not.toContain('Weight')
})

test('a packing slip goes where the pieces go, with what the carrier and customs ask, and without prices', async () => {
  const order = await place({ billTo: BERLIN })
  const text = await textAt(packingSlip(order._id), admin)
  for (const shown of [
    'Atelier Exemple Zoé Durand 12 rue de l’Exemple 69002 LYON FRANCE',
    'Delivery Express, Sample Carrier, DAP.',
    'Weight 1 kg',
    'Phone +33 1 99 00 12 34',
    'Spring washer customs code 73181568, origin Germany',
  ])
    expect(text).toContain(shown)
  for (const hidden of ['$', 'Eva Muster', 'VAT']) expect(text).not.toContain(hidden)
})

test('a packing slip of a part weighs what is in it', async () => {
  const paid = await shop.pay(customer, await place({ billTo: BERLIN }))
  const body = { lines: [{ position: 0, quantity: 40 }] }
  await shop.call('POST', `/api/order/${paid._id}/shipments`, { as: admin, body })
  expect(await textAt(packingSlip(paid._id), admin)).toContain('Weight 0.6 kg')
})

test('the pro-forma has what customs asks, for the owner and for admins', async () => {
  const order = await place({ deliverTo: ZURICH, billTo: BERLIN })
  for (const reader of [customer, admin]) {
    const text = await textAt(proForma(order._id), reader)
    for (const shown of [
      `Pro-forma invoice ${order.number}`,
      'Sample Parts GmbH Musterstraße 1 10115 BERLIN GERMANY',
      'Urs Beispiel Beispielweg 3 CH-8001 Zürich SWITZERLAND',
      'Reason Sale of goods From Germany To Switzerland',
      'Incoterm DAP Zürich, Switzerland (Incoterms 2020)',
      'Carrier Sample Carrier Weight 1 kg',
      'Buyer Eva Muster',
      'Spring washer customs code 73181568, origin Germany, 1 kg',
      '100 $2.00 $200.00',
      'Goods $200.00 Delivery (Express) $19.00 Total $219.00',
      'Export: exempt from VAT, Article 146(1) of Directive 2006/112/EC.',
      'this is neither the invoice of the order nor a demand for payment',
    ])
      expect(text).toContain(shown)
    expect(text).not.toContain('Please pay')
  }
})

test('the pro-forma leaves out refunded pieces, and is refused when nothing of the order ships', async () => {
  const paid = await shop.pay(customer, await place({ deliverTo: ZURICH }))
  const refund = (key: string, body: object) =>
    shop.call('POST', `/api/order/${paid._id}/refunds`, {
      as: admin,
      body: { reason: 'A sample', ...body },
      headers: { 'Idempotency-Key': `${paid._id} ${key}` },
    })
  expect((await refund('a part', { lines: [{ position: 0, quantity: 40 }] })).status).toBe(201)
  for (const reader of [customer, admin]) {
    const text = await textAt(proForma(paid._id), reader)
    for (const shown of ['Weight 0.6 kg', 'origin Germany, 0.6 kg', '60 $2.00 $120.00', 'Total $139.00'])
      expect(text).toContain(shown)
    expect(text).not.toContain('Refunded')
  }
  expect((await refund('the rest', { amount: 139 })).status).toBe(201)
  const before = await shop.shop.db.selectFrom('orders').selectAll().execute()
  for (const reader of [customer, admin]) {
    const { status, body } = await shop.call('GET', proForma(paid._id), { as: reader })
    expect([status, body.code]).toEqual([409, 'conflict'])
  }
  expect(await shop.shop.db.selectFrom('orders').selectAll().execute()).toEqual(before)
})

test('a label that is wider than its column has two lines beside its value', async () => {
  const order = await place({ vatId: 'FR83404833048' })
  expect(await linesAt(proForma(order._id))).toMatch(/VAT ID of the\s*\ncustomer\s*\nFR83404833048/)
})

test('a pro-forma is refused at home, without an address of its own, and to others; nothing changes', async () => {
  const abroad = await place({ deliverTo: LYON })
  expect(await textAt(proForma(abroad._id))).toContain('From Germany To France')
  const home = await place({ deliverTo: BERLIN })
  const inOneLine = await shop.order(customer, await shop.addProduct(TRADED))
  const rows = () => shop.shop.db.selectFrom('orders').selectAll().orderBy('id').execute()
  const before = await rows()
  const refused = async (id: string, as: Person) => {
    const { status, body } = await shop.call('GET', proForma(id), { as })
    return [status, body.code]
  }
  for (const { _id } of [home, inOneLine]) {
    expect(await refused(_id, customer)).toEqual([409, 'conflict'])
    expect(await refused(_id, admin)).toEqual([409, 'conflict'])
  }
  expect(await refused(abroad._id, await shop.register())).toEqual([404, 'not_found'])
  expect(await rows()).toEqual(before)
})

test('days on papers are those of the time zone of the shop', async () => {
  const order = await shop.pay(customer, await place({ deliverTo: ZURICH }))
  const at = Date.parse('2030-01-01T00:20:00+01:00')
  await shop.shop.db
    .updateTable('orders')
    .set({ created_at: at, paid_at: at, shipped_at: at, address_changed_at: at })
    .where('id', '=', order._id)
    .execute()
  const texts = [
    await textAt(confirmation(order._id)),
    await textAt(packingSlip(order._id), admin),
    await textAt(proForma(order._id), admin),
  ]
  for (const text of texts) {
    expect(text).toContain('1 January 2030')
    expect(text).not.toContain('31 December 2029')
  }
})

test('a packing slip of a late order counts its days from the day of packing, and one of a shipment from that of shipping', async () => {
  const ordered = await shop.pay(customer, await place())
  await promiseEarlier(shop.shop, ordered, 21)
  const paid = await shop.readOrder(customer, ordered)
  const arrives = (day: string) => arrivesText(arrivesIfShippedOn(day, paid) ?? { from: '', to: '' })
  const packed = isoDay(shop.shop.now())
  const before = await textAt(packingSlip(paid._id), admin)
  expect(before).toContain(arrives(packed))
  expect(before).not.toContain(arrival(paid))
  const { body } = await shop.call('POST', `/api/order/${paid._id}/shipments`, { as: admin, body: {} })
  await promiseEarlier(shop.shop, paid, 7)
  const slip = orderDocumentPaths.shipmentSlip(paid._id, body.shipmentId)
  expect(await textAt(slip, admin)).toContain(arrives(packed))
})

test('a document that is not rendered in time is refused for a moment, and says so', async () => {
  await using own = await createTestApp()
  await openTrade(own)
  const staff = await own.registerAdmin()
  const part = await own.addProduct({ ...TRADED, name: 'Another washer' })
  const buyer = await own.register()
  const { _id } = await orderTo(own, buyer, part, {})
  // Its process is ended as one is that took too long.
  await own.app.close()
  const ofPart = [dataSheetPath(part.sku), sharePicturePath(part.sku)]
  for (const path of [packingSlipsPath([_id]), packingSlip(_id), confirmation(_id), ...ofPart]) {
    const { status, body, headers } = await own.call('GET', path, { as: staff })
    expect([path, status, body.code, headers.get('Retry-After')]).toEqual([path, 503, 'unavailable', '10'])
    expect(headers.get('Content-Type')).toContain('application/problem+json')
    expect(body.detail).toContain('Try again')
  }
})
