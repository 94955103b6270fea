import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import type { Address } from '#features/delivery/schema.ts'
import type { Order } from '#features/orders/schema.ts'
import { MINUTE_MS } from '#kit/time.ts'
import { type Person, verifyEmail } from '#tests/support/customer.ts'
import { LYON, openTrade, orderTo, TRADE, TRADED, ZURICH } from '#tests/support/delivery-shop.ts'
import { mailsIn, sandboxMailsIn } from '#tests/support/mailer.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { json, startVies } from '#tests/support/vies-server.ts'

const NICE: Address = {
  name: 'Zoé Durand',
  street: '4 quai de l’Exemple',
  postcode: '06300',
  city: 'Nice',
  country: 'FR',
}

const VIENNA: Address = {
  name: 'Eva Muster',
  street: 'Mustergasse 4',
  postcode: '1010',
  city: 'Wien',
  country: 'AT',
}

const IN_LINES = ['Zoé Durand', '4 quai de l’Exemple', '06300 NICE', 'FRANCE']

let shop: TestApp
let customer: Person
let admin: Person
let product: Product
let order: Order

beforeEach(async () => {
  shop = await createTestApp()
  await openTrade(shop)
  customer = await shop.register({ name: 'Zoé Durand' })
  admin = await shop.registerAdmin()
  product = await shop.addProduct(TRADED)
  order = await orderTo(shop, customer, product, { delivery: 'standard' })
})
afterEach(() => shop[Symbol.asyncDispose]())

const change = (body: unknown, { _id }: Pick<Order, '_id'> = order, as: Person | undefined = customer) =>
  shop.call('PATCH', `/api/myorder/${_id}`, { body, as })

const read = async (as = customer, { _id } = order) =>
  (await shop.call('GET', `/api/myorder/${_id}`, { as })).body

const rows = async () => ({
  orders: await shop.shop.db.selectFrom('orders').selectAll().orderBy('id').execute(),
  events: await shop.shop.db.selectFrom('order_events').selectAll().orderBy('id').execute(),
  mails: await mailsIn(shop.shop),
})

const found = async (q: string): Promise<string[]> => {
  const { body } = await shop.call('GET', `/api/orders?q=${encodeURIComponent(q)}`, { as: admin })
  return body.map(({ _id }: Order) => _id)
}

const ship = (lines?: object[]) =>
  shop.call('POST', `/api/order/${order._id}/shipments`, { as: admin, body: { lines } })

// attack: foreign-order-change
test('an unpaid order goes to another address for the same price, and keeps the days that were promised', async () => {
  shop.shop.advance(60_000)
  const answer = await change({ deliverTo: { ...NICE, postcode: ' 06 300 ', country: 'fr' } })
  expect(answer.status).toBe(200)
  const { billingLines, addressChangedAt, ...changed } = answer.body
  expect(changed).toMatchObject({
    deliverTo: NICE,
    billTo: NICE,
    addressLines: IN_LINES,
    address: IN_LINES.join(', '),
    phone: LYON.phone,
    delivery: order.delivery,
    tax: order.tax,
    payable: order.payable,
    weight: order.weight,
  })
  expect([billingLines, addressChangedAt]).toEqual([undefined, undefined])
  expect(changed.events.at(-1)).toMatchObject({ kind: 'changed', by: 'customer', detail: 'address' })
  expect([await found('quai de l’exemple'), await found('rue de l’exemple')]).toEqual([[order._id], []])
  expect((await mailsIn(shop.shop)).map(({ template }) => template)).not.toContain('order contact changed')
  const before = await rows()
  expect((await change({ deliverTo: NICE })).status).toBe(200)
  expect(await rows()).toEqual(before)
})

test('an address of the address book is taken, and its phone number', async () => {
  const saved = { ...NICE, phone: '+33 4 99 00 56 78' }
  const { _id } = (await shop.call('POST', '/api/address', { as: customer, body: saved })).body
  expect((await change({ deliverTo: { addressId: _id } })).body).toMatchObject({
    addressLines: IN_LINES,
    phone: saved.phone,
  })
  expect((await change({ phone: '+33 4 99 00 11 11' })).body).toMatchObject({
    phone: '+33 4 99 00 11 11',
    deliverTo: { ...NICE, phone: '+33 4 99 00 11 11' },
  })
})

// attack: changed-address
test('after the payment a mail tells the customer, admins see the former address, and the invoice keeps it', async () => {
  await verifyEmail(shop.shop, customer)
  await shop.pay(customer, order)
  const { body } = await change({ deliverTo: NICE })
  expect(body).toMatchObject({
    deliverTo: NICE,
    billTo: LYON,
    billingLines: order.addressLines,
    addressChangedAt: body.events.at(-1).at,
  })
  expect(body.events.at(-1).detail).toBe('address')
  expect((await read(admin)).events.at(-1).detail).toBe(`address: before ${order.address}`)
  await shop.runJobs('mail')
  const mail = (await sandboxMailsIn(shop.shop)).find(({ subject }) =>
    subject.startsWith('The delivery of your order was changed'),
  )
  expect(mail?.text).toContain(`Deliver to: ${IN_LINES.join('\n  ')}\n`)
  expect((await ship()).status).toBe(201)
  expect(await read()).not.toHaveProperty('addressChangedAt')
})

test('an order in one line gets an address with fields', async () => {
  const inOneLine = await shop.order(customer, product)
  const home = { name: 'Eva Muster', street: 'Musterweg 2', postcode: '10117', city: 'Berlin', country: 'DE' }
  expect((await change({ deliverTo: home }, inOneLine)).body).toMatchObject({
    addressLines: ['Eva Muster', 'Musterweg 2', '10117 BERLIN', 'GERMANY'],
    phone: inOneLine.phone,
    payable: inOneLine.payable,
  })
})

const errorsOf = ({ body }: { body: { errors?: { pointer: string }[] } }): unknown[] =>
  (body.errors ?? []).map(({ pointer }) => pointer)

test.each([
  [
    'a country that is not served',
    { deliverTo: { ...NICE, postcode: 'SW1A 1AA', city: 'London', country: 'GB' } },
  ],
  ['a postcode of no place', { deliverTo: { ...NICE, postcode: '1' } }],
  ['a missing city', { deliverTo: { ...NICE, city: '' } }],
  ['an address that is not in the book', { deliverTo: { addressId: 'unknown' } }],
  ['an address in one line', { address: '4 quai de l’Exemple, Nice' }],
  ['both', { address: '4 quai de l’Exemple, Nice', deliverTo: NICE }],
])('%s is refused, and nothing changes', async (what, body) => {
  const before = await rows()
  const refused = await change(body)
  expect([refused.status, refused.body.code]).toEqual([422, 'invalid'])
  expect(errorsOf(refused)).toEqual([POINTERS[what]])
  expect(await rows()).toEqual(before)
})

const POINTERS: Record<string, string> = {
  'a country that is not served': '#/deliverTo/country',
  'a postcode of no place': '#/deliverTo/postcode',
  'a missing city': '#/deliverTo/city',
  'an address that is not in the book': '#/deliverTo/addressId',
  'an address in one line': '#/address',
  both: '#/address',
}

test('another price, tax or method is refused with what would be payable, and nothing changes', async () => {
  const refused = async (deliverTo: Address, of: Order) => {
    const before = await rows()
    const { status, body } = await change({ deliverTo }, of)
    expect([status, body.code]).toEqual([409, 'price_changed'])
    expect(await rows()).toEqual(before)
    return body.payable
  }
  // France has 20 %, Germany 19 %.
  const home = { ...VIENNA, country: 'DE', postcode: '10117', city: 'Berlin' }
  expect(await refused(home, order)).toBe(243.95)
  // The standard method does not go there.
  expect(await refused(ZURICH, order)).toBe(219)
  // The tax has another rate of the same percent elsewhere: that is no other price.
  expect((await change({ deliverTo: VIENNA })).status).toBe(200)
  // Another price of the same method, saved meanwhile.
  const [express, standard] = TRADE.delivery.methods
  if (!express || !standard) throw new Error('The shop has two methods.')
  const methods = [express, { ...standard, rates: [{ price: 6 }] }]
  await openTrade(shop, { delivery: { ...TRADE.delivery, methods } })
  expect(await refused(NICE, order)).toBe(247.2)
})

test('what VIES said holds on: it is asked again only about an ID that it did not confirm, in another country', async () => {
  await using vies = await startVies(json({ valid: true, requestIdentifier: 'N1' }))
  await using own = await createTestApp({ VIES_URL: vies.url })
  await openTrade(own)
  const buyer = await own.register()
  const part = await own.addProduct(TRADED)
  const placeWith = (vatId: string) => orderTo(own, buyer, part, { delivery: 'standard', vatId })
  const taxAt = async (deliverTo: Address, { _id }: Order) => {
    // What the shop has kept of its answer is forgotten.
    own.shop.advance(11 * MINUTE_MS)
    const { body } = await own.call('PATCH', `/api/myorder/${_id}`, { body: { deliverTo }, as: buyer })
    expect(body.deliverTo).toEqual(deliverTo)
    return body.tax
  }
  const confirmed = await placeWith('FR83404833048')
  expect(confirmed.tax).toMatchObject({ kind: 'reverse_charge', confirmation: 'N1' })
  vies.answer = json({ valid: false })
  for (const deliverTo of [NICE, VIENNA]) expect(await taxAt(deliverTo, confirmed)).toEqual(confirmed.tax)
  expect(vies.calls).toHaveLength(1)
  const refused = await placeWith('FR40303265045')
  expect(refused.tax).toMatchObject({ kind: 'added', note: expect.any(String) })
  expect(await taxAt(NICE, refused)).toEqual(refused.tax)
  expect(vies.calls).toHaveLength(2)
  expect(await taxAt(VIENNA, refused)).toEqual(refused.tax)
  expect(vies.calls).toHaveLength(3)
})

// attack: foreign-order-change
test('others do not find the order, and one that is shipped in part keeps its address', async () => {
  await shop.pay(customer, order)
  const before = await rows()
  expect((await change({ deliverTo: NICE }, order, await shop.register())).status).toBe(404)
  expect((await rows()).orders).toEqual(before.orders)
  expect((await ship([{ position: 0, quantity: 40 }])).status).toBe(201)
  const shipped = await rows()
  const refused = await change({ deliverTo: NICE })
  expect([refused.status, refused.body.code]).toEqual([409, 'conflict'])
  expect(await rows()).toEqual(shipped)
})

test('of a new address and a shipment at the same time the address is first or refused', async () => {
  await shop.pay(customer, order)
  const [changed, shipped] = await Promise.all([change({ deliverTo: NICE }), ship()])
  expect(shipped.status).toBe(201)
  expect([200, 409]).toContain(changed.status)
  const { events, deliverTo } = await read()
  expect(deliverTo).toEqual(changed.status === 200 ? NICE : LYON)
  const kinds = events.map(({ kind }: { kind: string }) => kind)
  if (changed.status === 200) expect(kinds.indexOf('changed')).toBeLessThan(kinds.indexOf('shipped'))
  else expect(kinds).not.toContain('changed')
})

test('of two new addresses at once the later is the address', async () => {
  const answers = await Promise.all([change({ deliverTo: NICE }), change({ deliverTo: VIENNA })])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  const { deliverTo, address, events } = await read()
  expect([NICE, VIENNA]).toContainEqual(deliverTo)
  expect(await found(deliverTo.city)).toEqual([order._id])
  expect(address).toContain(deliverTo.street)
  expect(events.filter(({ kind }: { kind: string }) => kind === 'changed')).toHaveLength(2)
})
