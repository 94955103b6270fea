import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import type { ListedDocument } from '#features/invoices/schema.ts'
import type { Order } from '#features/orders/orders.ts'
import { parseCsv } from '#kit/csv/parse-csv.ts'
import { exactCents } from '#kit/money.ts'
import { DAY_MS } from '#kit/time.ts'
import { orderOfLines, verifyEmail } from '#tests/support/customer.ts'
import { LYON, openTrade, TRADE, TRADED } from '#tests/support/delivery-shop.ts'
import { salesOfOrders } from '#tests/support/sales-of-orders.ts'
import { readSales } from '#tests/support/sales-shop.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
let customer: Awaited<ReturnType<TestApp['register']>>
let admin: typeof customer
let parts: readonly [Product, Product]

// Sessions begin and end by the clock of the process.
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  app = await createTestApp()
})
afterEach(async () => {
  vi.useRealTimers()
  await app[Symbol.asyncDispose]()
})

/** A shop in Berlin, in which everything happens when the test says. */
async function open(change: Partial<typeof TRADE> = {}): Promise<void> {
  await openTrade(app, change)
  customer = await app.register()
  await verifyEmail(app.shop, customer)
  admin = await app.registerAdmin()
  parts = [await app.addProduct(TRADED), await app.addProduct({ ...TRADED, price: 3.3333 })]
}

/** Lets it be that time in Berlin; sessions have ended by then. */
async function at(berlin: string): Promise<void> {
  vi.setSystemTime(new Date(berlin))
  customer = await app.signIn(customer)
  admin = await app.signIn(admin)
}

async function place(quantities: readonly number[] = [100, 100], deliverTo = LYON): Promise<Order> {
  const lines = quantities.map((quantity, index) => ({ product: parts[index] as Product, quantity }))
  const { address: _, phone: __, ...order } = orderOfLines(lines)
  const body = { ...order, deliverTo }
  const { status, body: placed } = await app.call('POST', '/api/order', { as: customer, body })
  if (status !== 201) throw new Error(JSON.stringify(placed))
  return placed
}

const pay = (order: Order) => app.pay(customer, order)

let keys = 0
async function refund({ _id }: Order, parts: object): Promise<void> {
  const body = { reason: 'A sample', ...parts }
  const headers = { 'Idempotency-Key': `refund-${++keys}` }
  const { status, body: answer } = await app.call('POST', `/api/order/${_id}/refunds`, {
    as: admin,
    body,
    headers,
  })
  if (status !== 201) throw new Error(JSON.stringify(answer))
}

const get = async (path: string) => {
  const { status, body } = await app.call('GET', `/api/${path}`, { as: admin })
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body
}

async function rowsOf(path: string): Promise<Record<string, string>[]> {
  const rows: string[][] = []
  for await (const { cells } of parseCsv([String(await get(path)).replace(/^\uFEFF/, '')]))
    rows.push([...cells])
  const [head = [], ...others] = rows
  return others.map((cells) => Object.fromEntries(head.map((name, index) => [name, cells[index] ?? ''])))
}

const cents = (values: readonly (string | number | undefined)[]): number =>
  values.reduce<number>((sum, value) => sum + Math.round(Number(value || 0) * 100), 0)

/** What a month came to, by everything that says it. */
async function sumsOf(month: string, days: string) {
  const overview = await get(`overview?month=${month}`)
  const listed: ListedDocument[] = await get(`invoice?limit=100&${days}`)
  const documents = await rowsOf(`invoices.csv?${days}`)
  const orders = await rowsOf(`orders.csv?dayOf=money&${days}`)
  const lines = await rowsOf(`orders.csv?rows=lines&dayOf=money&${days}`)
  return {
    overview: cents([overview.revenue]),
    chart: cents(overview.days.map(({ revenue }: { revenue: number }) => revenue)),
    paidLessBack: cents([overview.paid]) - cents([overview.paidBack]),
    list: cents(listed.map(({ gross }) => gross)),
    documents: cents(documents.map(({ gross }) => gross)),
    netAndTax: cents(documents.flatMap(({ net, tax }) => [net, tax])),
    orders: cents(orders.map(({ received }) => received)) - cents(orders.map(({ paidBack }) => paidBack)),
    lines:
      cents(lines.map(({ orderReceived }) => orderReceived)) -
      cents(lines.map(({ orderPaidBack }) => orderPaidBack)),
  }
}

test('calendar months of Berlin come to the same everywhere, to the cent', async () => {
  await open()
  await at('2030-01-31T23:40:00+01:00')
  const [first, second] = [await place(), await place([100, 700])]
  await at('2030-01-31T23:58:00+01:00')
  await pay(first)
  await at('2030-02-01T00:20:00+01:00')
  await pay(second)
  await refund(first, { lines: [{ position: 1, quantity: 33 }] })
  await at('2030-02-28T23:59:00+01:00')
  const third = await place([200])
  await pay(third)
  await at('2030-03-01T00:05:00+01:00')
  await refund(third, { amount: 7.77 })
  await refund(first, { delivery: true })
  // The clocks were put forward on this day.
  await at('2030-03-31T23:59:00+02:00')
  const fourth = await place()
  await pay(fourth)
  await at('2030-04-01T00:01:00+02:00')
  await refund(fourth, { amount: fourth.payable })
  const expected = {
    '2030-01': cents([first.payable]),
    // 33 of 100 pieces for $3.3333, and 20 % VAT.
    '2030-02': cents([second.payable, third.payable, -132]),
    '2030-03': cents([fourth.payable, -7.77, -(first.delivery?.price ?? 0) * 1.2]),
    '2030-04': cents([-fourth.payable]),
  }
  for (const [month, sum] of Object.entries(expected)) {
    const last = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate()
    for (const days of [`range=${month}`, `from=${month}-01&to=${month}-${last}`]) {
      const sums = await sumsOf(month, days)
      expect({ month, ...sums }).toEqual({
        month,
        ...Object.fromEntries(Object.keys(sums).map((name) => [name, sum])),
      })
    }
  }
  const days = (await get('overview?month=2030-02')).days
  expect(
    days
      .map(({ day, orders }: { day: string; orders: number }) => [day, orders])
      .filter((each: [string, number]) => each[1] > 0),
  ).toEqual([
    ['2030-02-01', 1],
    ['2030-02-28', 1],
  ])
  expect(days).toHaveLength(28)
  // This month is not over: it ends today, and is compared with as many days.
  const april = await get('overview?month=2030-04')
  expect([april.days, april.previousDays].map((each) => each.map(({ day }: { day: string }) => day))).toEqual(
    [['2030-04-01'], ['2030-03-01']],
  )
  expect(await readSales(app.shop)).toEqual(await salesOfOrders(app.shop))
})

test('an invoice of 00:20 on 1 February is of that day, on every paper and in its VAT month', async () => {
  await open()
  await at('2030-01-31T09:00:00+01:00')
  const order = await place()
  await at('2030-02-01T00:20:00+01:00')
  await pay(order)
  await refund(order, { amount: 1 })
  const [invoice, note] = (await get('invoice')) as [ListedDocument, ListedDocument]
  for (const listed of [note, invoice])
    expect([listed.date, listed.paidOn, listed.paidAt?.slice(0, 10)]).toEqual([
      '2030-02-01',
      '2030-02-01',
      '2030-01-31',
    ])
  const xml = String(await get(`myorder/${order._id}/invoice.xml`))
  // It was promised to ship on 31 January, and was not paid by then: its date of supply is that of the payment.
  expect(order.delivery?.ships).toBe('2030-01-31')
  expect(xml.match(/format="102">\d+/g)).toEqual(['format="102">20300201', 'format="102">20300201'])
  const ofNote = String(await get(`myorder/${order._id}/credit-note/${note.number}.xml`))
  expect(ofNote.match(/format="102">\d+/g)?.every((day) => day.endsWith('20300201'))).toBe(true)
  expect((await get(`myorder/${order._id}`)).creditNotes).toMatchObject([{ issuedOn: '2030-02-01' }])
  expect(await get(`myorder/${order._id}/invoice.xml?format=ubl`)).toContain(
    '<cbc:IssueDate>2030-02-01</cbc:IssueDate>',
  )
  const [row] = await rowsOf('orders.csv')
  expect([row?.placedOn, row?.paidOn]).toEqual(['2030-01-31', '2030-02-01'])
})

test('what was issued keeps its day when the time zone changes', async () => {
  await open()
  await at('2030-02-01T00:20:00+01:00')
  const order = await pay(await place())
  const pdf = await get(`myorder/${order._id}/invoice.pdf`)
  const before = await sumsOf('2030-02', 'range=2030-02')
  const { revision } = await get('settings')
  const body = { revision, ...TRADE, delivery: { ...TRADE.delivery, timeZone: 'America/New_York' } }
  expect((await app.call('PUT', '/api/settings', { as: admin, body })).status).toBe(200)
  expect((await get('invoice'))[0].date).toBe('2030-02-01')
  expect(await get('invoice?from=2030-02-01&to=2030-02-01')).toHaveLength(1)
  expect(await get('invoice?to=2030-01-31')).toEqual([])
  expect(await get(`myorder/${order._id}/invoice.pdf`)).toEqual(pdf)
  await at('2030-02-02T12:00:00+01:00')
  expect(await sumsOf('2030-02', 'range=2030-02')).toEqual(before)
})

test('lists and exports are filtered by days of Berlin, also one of 23 hours', async () => {
  await open()
  const placed: string[] = []
  for (const moment of [
    '03-30T23:59:00+01:00',
    '03-31T00:00:00+01:00',
    '03-31T23:59:00+02:00',
    '04-01T00:00:00+02:00',
  ]) {
    await at(`2030-${moment}`)
    placed.push((await place())._id)
  }
  const found = async (query: string) =>
    ((await get(`orders?${query}`)) as Order[]).map(({ _id }) => _id).reverse()
  expect(await found('from=2030-03-31&to=2030-03-31')).toEqual(placed.slice(1, 3))
  expect(await found('to=2030-03-30')).toEqual(placed.slice(0, 1))
  expect(await found('range=this-month')).toEqual(placed.slice(3))
  expect(await found('range=last-month')).toEqual(placed.slice(0, 3))
  expect(await found('days=1')).toEqual(placed.slice(3))
  expect(await found('days=2')).toEqual(placed.slice(1))
  expect((await rowsOf('orders.csv?range=2030-03')).map(({ _id }) => _id)).toEqual(
    placed.slice(0, 3).reverse(),
  )
  const changes = (query: string) => get(`audit?kind=settings.changed&${query}`)
  await at('2030-04-02T00:10:00+02:00')
  const { revision } = await get('settings')
  await app.call('PUT', '/api/settings', {
    as: admin,
    body: { revision, ...TRADE, tax: { ...TRADE.tax, euUnion: false } },
  })
  expect(await changes('from=2030-04-02')).toHaveLength(1)
  expect(await changes('from=2030-04-01&to=2030-04-01')).toHaveLength(0)
  for (const query of ['range=2030-13', 'range=soon', 'days=0', 'days=x', 'dayOf=shipped'])
    expect((await app.call('GET', `/api/orders?${query}`, { as: admin })).status).toBe(422)
  for (const month of ['2030-13', '2030', '2030-1'])
    expect((await app.call('GET', `/api/overview?month=${month}`, { as: admin })).status).toBe(422)
})

test('a refund by line comes off that line at its price, one of an amount its part, and no part loses delivery or tax', async () => {
  await open()
  const order = await place()
  await pay(order)
  const top = async () => {
    const { top: rows, goods } = await get('overview')
    return { goods, top: rows.map(({ sku, revenue }: { sku: string; revenue: number }) => [sku, revenue]) }
  }
  const [one, other] = parts
  expect(await top()).toEqual({
    goods: 533.33,
    top: [
      [other.sku, 333.33],
      [one.sku, 200],
    ],
  })
  await refund(order, { lines: [{ position: 1, quantity: 50 }], delivery: true })
  expect(await top()).toEqual({
    goods: 366.66,
    top: [
      [one.sku, 200],
      [other.sku, 166.66],
    ],
  })
  // A tenth of all that is left: $200.00 and $166.67 with 20 % VAT.
  await refund(order, { amount: 44 })
  expect(await top()).toEqual({
    goods: 329.99,
    top: [
      [one.sku, 180],
      [other.sku, 149.99],
    ],
  })
  const { refundableAmount } = await get(`myorder/${order._id}`)
  await refund(order, { amount: refundableAmount })
  expect(await top()).toEqual({ goods: 0, top: [] })
  expect((await get('overview')).revenue).toBe(0)
  expect(await readSales(app.shop)).toEqual(await salesOfOrders(app.shop))
})

test('how fast stock ends is of the last 30 days, whatever days are shown', async () => {
  await open()
  await pay(await place([300]))
  await at(new Date(Date.now() + 20 * DAY_MS).toISOString())
  await pay(await place([600]))
  const [part] = (await get('overview?days=30')).low
  expect(part).toMatchObject({ perDay: 30 })
  for (const query of ['days=7', 'days=365', 'month=2001-01'])
    expect((await get(`overview?${query}`)).low).toEqual([part])
})

test.each([
  ['added', TRADE.tax],
  ['included', { ...TRADE.tax, pricesInclude: true }],
])(
  'goods, delivery and tax of an exported order are what is paid, with tax that is %s',
  async (kind, tax) => {
    await open({ tax })
    await pay(await place([133, 177]))
    await place([100])
    const rows = await rowsOf('orders.csv')
    expect(rows).toHaveLength(2)
    for (const { goods, deliveryPrice, tax: amount, taxAmount, taxKind, payable } of rows) {
      expect(taxKind).toBe(kind)
      expect(amount).toBe(taxAmount)
      expect(cents([goods, deliveryPrice, amount])).toBe(exactCents(Number(payable)))
    }
    const lines = await rowsOf('orders.csv?rows=lines')
    for (const own of Map.groupBy(lines, ({ number }) => number).values())
      expect(cents(own.flatMap((row) => [row.lineNet, row.orderDeliveryNet, row.orderTax]))).toBe(
        cents([own[0]?.orderPayable]),
      )
  },
)

test('the file of invoices tells why no tax is charged, and orders are found by any refund', async () => {
  await open()
  const orders = [await pay(await place()), await pay(await place()), await pay(await place())] as const
  await refund(orders[0], { amount: 1 })
  await refund(orders[1], { amount: orders[1].payable })
  const found = async (status: string) =>
    ((await get(`orders?status=${status}`)) as Order[]).map(({ _id }) => _id)
  expect((await found('with_refund')).sort()).toEqual([orders[0]._id, orders[1]._id].sort())
  expect(await found('partly_refunded')).toEqual([orders[0]._id])
  expect(await found('refunded')).toEqual([orders[1]._id])
  const swiss = { ...LYON, postcode: '8001', city: 'Zürich', country: 'CH' }
  await pay(await place([100], swiss))
  const kinds = (await rowsOf('invoices.csv')).map(({ kind, taxKind }) => [kind, taxKind])
  expect(kinds).toContainEqual(['invoice', 'export'])
  expect(kinds.filter(([, taxKind]) => taxKind === 'added')).toHaveLength(5)
})
