import { afterAll, beforeAll, expect, test } from 'vitest'
import { partPath } from '#features/catalog/paths.ts'
import type { Product } from '#features/catalog/schema.ts'
import { orderFor, type Person } from '../support/customer.ts'
import { ADMIN, emptyStorage, freePort, type RunningShop, startShop } from '../support/running-shop.ts'

const POLL = { interval: 50 }

const cleanUp = new AsyncDisposableStack()
let one: RunningShop
let other: RunningShop
let metricsPort: string
let admin: Person
let customer: Person
let product: Product

beforeAll(async () => {
  const storage = cleanUp.use(await emptyStorage())
  one = cleanUp.use(await startShop({ storage }))
  metricsPort = String(await freePort())
  other = cleanUp.use(await startShop({ storage, environment: { METRICS_PORT: metricsPort } }))
  admin = await one.signIn(ADMIN)
  customer = await one.register()
  product = await one.addProduct(admin)
})
afterAll(() => cleanUp.disposeAsync())

const bodyAt = async (shop: RunningShop, path: string, as?: Person) =>
  (await shop.call('GET', path, { as })).body

/** Reads before the change too, so that an outdated cached response would be noticed. */
async function expectChange<Value>(read: () => Promise<Value>, change: () => Promise<unknown>, after: Value) {
  expect(await read()).not.toEqual(after)
  await change()
  await expect.poll(read, POLL).toEqual(after)
}

test('both processes have the same configuration of the payment provider', async () => {
  expect(await bodyAt(other, '/api/config')).toEqual(await bodyAt(one, '/api/config'))
})

test('an order placed, paid and shipped in one process has the same state in the other', async () => {
  const orderState = async () => {
    const [order] = await bodyAt(other, '/api/myorders', customer)
    return order && { id: order._id, paid: order.paid, status: order.status }
  }
  const stock = async () => (await bodyAt(other, `/api/order/${product._id}`)).quantity
  const before = await stock()
  const order = await one.order(customer, product)
  await expect.poll(orderState, POLL).toEqual({ id: order._id, paid: false, status: undefined })
  await expect.poll(stock, POLL).toBe(before - 100)

  await expectChange(orderState, () => one.pay(customer, order), {
    id: order._id,
    paid: true,
    status: 'pending',
  })
  const ship = () => one.call('PUT', `/api/order/${order._id}`, { body: { status: 'shipped' }, as: admin })
  await expectChange(orderState, ship, { id: order._id, paid: true, status: 'shipped' })
})

test('concurrent orders of the same products in both processes do not exceed the stock', async () => {
  const products: Product[] = []
  for (let count = 0; count < 6; count += 1) products.push(await one.addProduct(admin, { quantity: 1000 }))
  const customers: Person[] = []
  for (let count = 0; count < 12; count += 1) customers.push(await one.register())
  const order = async (shop: RunningShop, as: Person | undefined, ordered: Product) => {
    const { status, body } = await shop.call('POST', '/api/order', { body: orderFor(ordered), as })
    return { id: ordered._id, outcome: status === 201 ? 'placed' : body.code }
  }
  // Twelve orders of each product with stock for ten. The processes order the products in opposite sequence.
  const attempts = Array.from({ length: 6 }, () => [
    ...products.map((each, index) => order(one, customers[index], each)),
    ...products.toReversed().map((each, index) => order(other, customers[6 + index], each)),
  ])
  const outcomes = await Promise.all(attempts.flat())
  for (const { _id } of products) {
    const own = outcomes.filter(({ id }) => id === _id).map(({ outcome }) => outcome)
    expect(own.toSorted()).toEqual([...Array(2).fill('out_of_stock'), ...Array(10).fill('placed')])
    expect((await bodyAt(other, `/api/order/${_id}`)).quantity).toBe(0)
  }
})

test('admins change the price of a part in both processes at once: one wins, and orders have the old price or none', async () => {
  const shops = [one, other]
  let part = await one.addProduct(admin, { quantity: 100_000, price: 0.05 })
  let pieces = part.quantity
  for (let round = 0; round < 10; round += 1) {
    const prices = [(10 + round) / 100, (50 + round) / 100]
    const body = { ...part, attributes: {}, prices: undefined }
    const [changes, orders] = await Promise.all([
      Promise.all(
        shops.map((shop, index) =>
          shop.call('PUT', `/api/product/${part._id}`, {
            as: admin,
            body: { ...body, price: prices[index] },
          }),
        ),
      ),
      Promise.all(
        [...shops, ...shops].map((shop) =>
          shop.call('POST', '/api/order', { as: customer, body: orderFor(part, 100) }),
        ),
      ),
    ])
    const winner = changes.findIndex(({ status }) => status === 200)
    const { body: refusal } = changes[1 - winner] ?? {}
    expect([refusal.code, refusal.product.price]).toEqual(['revision_changed', prices[winner]])
    for (const { status, body: order } of orders) {
      if (status === 201) pieces -= order.quantity
      expect([order.code, order.unitPrice ?? order.totalPrice / 100]).toEqual(
        status === 201 ? [undefined, part.price] : ['price_changed', prices[winner]],
      )
    }
    // No order was placed at the old price after the change.
    const after = { price: prices[winner], quantity: pieces, revision: part.revision + 1 }
    expect(changes[winner]?.body).toMatchObject(after)
    for (const shop of shops)
      await expect.poll(() => bodyAt(shop, `/api/order/${part._id}`), POLL).toMatchObject(after)
    part = await bodyAt(one, `/api/order/${part._id}`)
  }
})

test('an order cancelled in one process is cancelled in the other, and its pieces are in stock there', async () => {
  const order = await one.order(customer, product)
  const cancel = () => one.call('DELETE', `/api/myorder/${order._id}`, { as: customer })
  const stock = async () => (await bodyAt(other, `/api/order/${product._id}`)).quantity
  const before = await stock()
  await expectChange(
    async () =>
      (await other.call('GET', `/api/myorder/${order._id}`, { as: customer })).body.cancelledAt !== undefined,
    cancel,
    true,
  )
  await expect.poll(stock, POLL).toBe(before + 100)
})

test('a product that is added and archived in one process changes the lists and pages of the other', async () => {
  const name = 'Sample part of two processes'
  const listed = async () => (await bodyAt(other, '/api/product')).some((each: Product) => each.name === name)
  const onHomePage = async () => String(await bodyAt(other, '/')).includes(name)
  const visibility = async () => [await listed(), await onHomePage()]
  let added: Product | undefined
  const add = async () => {
    added = await one.addProduct(admin, { name })
  }
  await expectChange(visibility, add, [true, true])
  const path = `/order/${added?._id}`
  const statuses = async () => [
    (await other.call('GET', path)).status,
    (await other.call('GET', `/api${path}`)).status,
  ]
  expect(await statuses()).toEqual([200, 200])
  const remove = () => one.call('DELETE', `/api/product/${added?._id}`, { as: admin })
  await expectChange(visibility, remove, [false, false])
  await expect.poll(statuses, POLL).toEqual([404, 404])
})

test('a change of words, price or stock in one process is at the addresses of the part in the other', async () => {
  const part = await one.addProduct(admin)
  const shown = async () => {
    const { name, price, quantity } = await bodyAt(other, `/api/part/${part.sku}`)
    return { name, price, quantity }
  }
  const { name, price, quantity } = part
  expect(await shown()).toEqual({ name, price, quantity })
  const changed = { name: `${name}, changed`, price: 0.25 }
  const body = { ...part, ...changed, attributes: {}, prices: undefined }
  const change = () => one.call('PUT', `/api/product/${part._id}`, { as: admin, body })
  const onPage = async () => String(await bodyAt(other, partPath(part.sku))).includes(changed.name)
  expect(await onPage()).toBe(false)
  await expectChange(shown, change, { ...changed, quantity })
  await expect.poll(onPage, POLL).toBe(true)
  const restock = () =>
    one.call('POST', `/api/product/${part._id}/stock`, {
      as: admin,
      body: { change: 500, reason: 'Counted.' },
    })
  await expectChange(shown, restock, { ...changed, quantity: quantity + 500 })
})

/** How many public answers the other process has rendered. */
async function rendered(): Promise<number> {
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  return Number(/^shop_public_answers_total\{source="rendering"\} (\d+)$/m.exec(metrics)?.[1])
}

test('orders in one process leave pages that do not show their part in the memory of the other; its own is rendered once in two seconds', async () => {
  const sold = await one.addProduct(admin)
  // The home page shows the newest twelve.
  for (let count = 0; count < 12; count += 1) await one.addProduct(admin)
  const { sku } = await one.addProduct(admin)
  // Not the list of all parts, which shows it.
  const paths = ['/', '/blog', partPath(sku), `${partPath(sku)}.data`, `/api/part/${sku}`]
  const visit = async () => {
    for (const path of paths) expect((await other.call('GET', path)).status).toBe(200)
  }
  const stock = async () => /([\d,]+) pieces in stock/.exec(await bodyAt(other, partPath(sold.sku)))?.[1]
  // While its page is in memory, the order shows only when the changes before it have been read.
  await expect.poll(stock, POLL).toBe('1,000')
  await one.order(customer, sold)
  await expect.poll(stock, POLL).toBe('900')
  await visit()
  const before = await rendered()
  const startedMs = performance.now()
  for (let count = 0; count < 5; count += 1) {
    await one.order(customer, sold)
    await visit()
  }
  expect(await rendered()).toBe(before)
  await expect.poll(stock, POLL).toBe('400')
  await visit()
  // The page of the part alone.
  const seconds = (performance.now() - startedMs) / 1000
  expect((await rendered()) - before).toBeLessThanOrEqual(1 + Math.ceil(seconds / 2))
})

test('a review posted in one process is listed in the other', async () => {
  const comment = 'A sample comment.'
  const comments = async () =>
    (await bodyAt(other, '/api/rating')).map((rating: { comment: string }) => rating.comment)
  const post = () =>
    one.call('POST', '/api/rating', { body: { comment, rating: '4.5', name: 'Sample' }, as: customer })
  await expectChange(comments, post, [comment])
})

test('texts that are saved in one process are on the pages of the other; what they have of HTML is words', async () => {
  const has = (path: string, text: string) => async () =>
    (await (await fetch(other.url + path)).text()).includes(text)
  const save = async (texts: object) => {
    const { revision } = await bodyAt(one, '/api/texts', admin)
    expect((await one.call('PUT', '/api/texts', { body: { revision, texts }, as: admin })).status).toBe(200)
  }
  const script = '</script></title><script>injected()</script>'
  const texts = {
    heroHeading: `Screws ${script}`,
    termsHeading: `Our terms ${script}`,
    imprintText: 'Open today.',
  }
  await expectChange(has('/', 'Screws &lt;/script&gt;'), () => save(texts), true)
  await expect.poll(has('/terms', '<title>Our terms &lt;/script&gt;'), POLL).toBe(true)
  await expect.poll(has('/imprint', 'Open today.'), POLL).toBe(true)
  for (const path of ['/', '/terms']) expect(await has(path, '<script>injected')()).toBe(false)
  await expectChange(has('/', 'Healthy Food'), () => save({}), true)
})

test('signing out in one process ends the token in the other', async () => {
  const leaving = await one.register()
  const status = async () => (await other.call('GET', '/api/myorders', { as: leaving })).status
  expect(await status()).toBe(200)
  const signOut = () =>
    one.call('POST', '/api/auth/sign-out', { body: {}, headers: { Cookie: leaving.cookie, Origin: one.url } })
  await expectChange(status, signOut, 401)
})
