import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Order } from '#features/orders/schema.ts'
import { addTotals } from '#kit/money.ts'
import { orderOfLines, type Person } from '#tests/support/customer.ts'
import { openTrade, orderTo, TRADED } from '#tests/support/delivery-shop.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let shop: TestApp
let admin: Person
let customer: Person

beforeEach(async () => {
  shop = await createTestApp()
  admin = await shop.registerAdmin()
  customer = await shop.register({ name: '=1+1' })
})
afterEach(() => shop[Symbol.asyncDispose]())

/** The rows as objects, by the names of the columns. No cell of them has a comma. */
async function exported(query = 'rows=lines'): Promise<Record<string, string>[]> {
  const { status, body } = await shop.call('GET', `/api/orders.csv?${query}`, { as: admin })
  expect(status).toBe(200)
  const [heads = [], ...rows] = (body as string)
    .trimEnd()
    .split('\r\n')
    .map((row) => row.split(','))
  return rows.map((cells) => Object.fromEntries(heads.map((head, index) => [head, cells[index] ?? ''])))
}

test('each line of an order is a row with its price and the number of its invoice; sums of the order are in the first', async () => {
  const lines = [
    { product: await shop.addProduct({ price: 0.0425 }), quantity: 100 },
    { product: await shop.addProduct({ price: 0.1 }), quantity: 300 },
  ]
  const unpaid: Order = (await shop.call('POST', '/api/order', { as: customer, body: orderOfLines(lines) }))
    .body
  const paid: Order = (
    await shop.call('POST', '/api/order', {
      as: customer,
      body: { ...orderOfLines(lines), poNumber: 'PO-7' },
    })
  ).body
  await shop.pay(customer, paid)
  const rows = await exported()
  expect(rows.map(({ number, line, invoice, sku }) => [number, line, invoice, sku])).toEqual(
    [[paid, 'INV-000001'] as const, [unpaid, ''] as const].flatMap(([order, invoice]) =>
      order.lines.map(({ sku }, index) => [order.number, String(index + 1), invoice, sku]),
    ),
  )
  expect(rows[0]).toMatchObject({
    status: 'pending',
    name: "'=1+1",
    email: customer.email,
    poNumber: 'PO-7',
    quantity: '100',
    unitPrice: '0.0425',
    lineTotal: '4.25',
    taxKind: 'none',
    orderPayable: '34.25',
  })
  expect(rows[1]).toMatchObject({ unitPrice: '0.1', lineTotal: '30', orderPayable: '', orderTax: '' })
  expect(addTotals(rows.map(({ lineTotal }) => Number(lineTotal)))).toBe(68.5)
  expect(addTotals(rows.map(({ orderPayable }) => Number(orderPayable)))).toBe(68.5)
  expect(await exported('rows=lines&status=unpaid')).toHaveLength(2)
})

test('the lines of an order abroad have the company, the VAT ID of the customer and the tax that is due', async () => {
  await openTrade(shop)
  const order = await orderTo(shop, customer, await shop.addProduct(TRADED), { vatId: 'FR40303265045' })
  const [row] = await exported()
  expect(row).toMatchObject({
    number: order.number,
    company: 'Atelier Exemple',
    country: 'FR',
    vatId: 'FR40303265045',
    origin: 'DE',
    customsCode: '73181568',
    taxKind: order.tax?.kind,
    taxPercent: String(order.tax?.percent),
    orderTax: String(order.tax?.amount),
    orderDelivery: String(order.delivery?.price),
    orderPayable: String(order.payable),
  })
})

test('the default is a row an order, and another kind of rows is refused', async () => {
  await shop.order(customer, await shop.addProduct())
  const query = await shop.call('GET', '/api/orders.csv', { as: admin })
  expect((await shop.call('GET', '/api/orders.csv?rows=orders', { as: admin })).body).toBe(query.body)
  expect((await shop.call('GET', '/api/orders.csv?rows=parts', { as: admin })).status).toBe(422)
  expect((await shop.call('GET', '/api/orders.csv?rows=lines', { as: customer })).status).toBe(403)
})
