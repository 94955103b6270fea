import { strFromU8, unzipSync } from 'fflate'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import { addPasskey } from '#tests/support/authenticator.ts'
import { ORIGIN, type Person, userIdOf } from '#tests/support/customer.ts'
import { orderTalkedAbout, storeData } from '#tests/support/stored-data.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let shop: TestApp
let admin: Person
let ada: Person
let product: Product

beforeEach(async () => {
  shop = await createTestApp()
  admin = await shop.registerAdmin()
  ada = await shop.register({ name: 'Ada Sample', email: 'ada@example.com' })
  product = await shop.addProduct({ quantity: 1_000_000 })
})
afterEach(() => shop[Symbol.asyncDispose]())

const fill = (as: Person) => storeData(shop, product, as)

const paidOrder = (as: Person) => orderTalkedAbout(shop, product, admin, as)

async function download(as: Person) {
  const headers = { Authorization: `Bearer ${as.token}` }
  const response = await shop.app.fetch(new Request(`${ORIGIN}/api/user/${as.email}/export`, { headers }))
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip'])
  expect(response.headers.get('cache-control')).toBe('no-store')
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
  return { files, read: (name: string) => JSON.parse(strFromU8(files[name] ?? new Uint8Array())) }
}

/** Ships the order of Ada, who asks to return pieces of it. */
async function returnPieces({ _id }: { _id: string }): Promise<void> {
  await shop.call('POST', `/api/order/${_id}/shipments`, { as: admin, body: {} })
  const lines = [{ position: 0, quantity: 10 }]
  const body = { lines, reason: 'wrong_part', note: 'They are too long.' }
  expect((await shop.call('POST', `/api/myorder/${_id}/returns`, { as: ada, body })).status).toBe(201)
}

const FILES = [
  ...['profile', 'addresses', 'contact', 'lists', 'cart', 'orders', 'reviews'],
  ...['sign-in', 'passkeys', 'sessions', 'security-events', 'invoices-and-credit-notes'],
]

// attack: export-of-others
test('an account downloads what the shop keeps of it as its customer sees it, and nothing of anybody else', async () => {
  const bob = await shop.register({ name: 'Bob Other', email: 'bob@example.com' })
  for (const person of [ada, bob]) await fill(person)
  const [order] = [await paidOrder(ada), await paidOrder(bob)]
  await returnPieces(order)
  await addPasskey(shop, ada, 'Laptop')
  await addPasskey(shop, bob, 'Phone')
  for (const { name, email } of [ada, bob]) {
    const id = await userIdOf(shop.shop, { email })
    const body = { name, email, company: `Company of ${name}`, tags: ['a tag of staff'], revision: 0 }
    expect((await shop.call('PUT', `/api/customer/${id}`, { as: admin, body })).status).toBe(200)
  }
  const { files, read } = await download(ada)
  const papers = Object.keys(files).filter((name) => name.startsWith('papers/'))
  expect(Object.keys(files).sort()).toEqual([...FILES.map((name) => `${name}.json`), ...papers].sort())
  const [listed] = read('invoices-and-credit-notes.json')
  expect(papers).toEqual([`papers/${listed.number}.pdf`])
  expect(strFromU8((files[papers[0] ?? ''] ?? new Uint8Array()).slice(0, 5), true)).toBe('%PDF-')
  expect(read('profile.json')).toMatchObject({ email: ada.email, phone: '+1 555 0142' })
  expect(read('addresses.json')).toMatchObject([{ company: 'Ada Sample Company' }])
  expect(read('contact.json')).toEqual({ company: 'Company of Ada Sample' })
  expect(read('lists.json')).toMatchObject([{ name: 'List of Ada Sample', lines: [{ quantity: 100 }] }])
  expect(read('cart.json')).toEqual([{ productId: product._id, quantity: 100 }])
  const { body: seen } = await shop.call('GET', `/api/myorder/${order._id}`, { as: ada })
  const { body: messages } = await shop.call('GET', `/api/myorder/${order._id}/messages`, { as: ada })
  const { body: returned } = await shop.call('GET', `/api/myorder/${order._id}/returns`, { as: ada })
  expect(read('orders.json')).toEqual([{ ...seen, messages, returns: returned.returns }])
  expect(returned.returns).toMatchObject([{ note: 'They are too long.' }])
  expect(messages).toHaveLength(2)
  expect(read('reviews.json')).toMatchObject([{ comment: `Said by ${ada.email}`, rating: 4 }])
  expect(read('sign-in.json')).toEqual({ password: true, factor: false })
  expect(read('sessions.json')).toMatchObject([{ current: true }])
  expect(read('passkeys.json')).toMatchObject([{ name: 'Laptop' }])
  expect(read('security-events.json')).toMatchObject([{ kind: 'passkey_added' }, { kind: 'signed_in' }])

  const text = Object.entries(files)
    .filter(([name]) => name.endsWith('.json'))
    .map(([, bytes]) => strFromU8(bytes))
    .join('\n')
  const { db } = shop.shop
  const secrets = [
    ...(await db.selectFrom('session').select('token as secret').execute()),
    ...(await db.selectFrom('account').select('password as secret').execute()),
    ...(await db.selectFrom('passkey').select('publicKey as secret').execute()),
    ...(await db.selectFrom('passkey').select('credentialID as secret').execute()),
  ].map(({ secret }) => String(secret))
  const others = [bob.email, bob.name, admin.email, 'An internal note.', 'Pays late.', ada.token]
  for (const hidden of [...secrets, ...others, 'a tag of staff']) expect(text).not.toContain(hidden)

  const foreign = await shop.call('GET', `/api/user/${bob.email}/export`, { as: ada })
  expect([foreign.status, foreign.body.code]).toEqual([403, 'forbidden'])
  expect((await shop.call('GET', `/api/user/${bob.email}/export`, { as: admin })).status).toBe(403)
  expect((await shop.call('GET', `/api/user/${ada.email}/export`)).status).toBe(401)
})

test('staff download their own orders as customers, also the cancelled ones', async () => {
  const order = await shop.pay(admin, await shop.order(admin, product))
  const cancelled = await shop.order(admin, product)
  expect((await shop.call('DELETE', `/api/myorder/${cancelled._id}`, { as: admin })).status).toBe(200)
  const { read } = await download(admin)
  const orders = read('orders.json')
  expect(orders.map(({ _id }: { _id: string }) => _id)).toEqual([order._id, cancelled._id])
  for (const hidden of ['refundable', 'refundableAmount', 'refunds', 'customerId'])
    expect(orders[0]).not.toHaveProperty(hidden)
})
