import { expect, test, vi } from 'vitest'
import { createFirstReset } from '#app/first-reset.ts'
import { resetPassword } from '#features/accounts/auth/reset-password.ts'
import { changeProfile } from '#features/accounts/users/users.ts'
import { replaceCart } from '#features/cart/cart.ts'
import { fetchCustomer } from '#features/checkout/customer/fetch-customer.ts'
import { findLastCountry } from '#features/orders/orders.ts'
import { MAIL_AFTER_MS } from '#kit/time.ts'
import { stubStorage } from './support/browser-storage.ts'
import {
  GOOD_CARD,
  ORIGIN,
  orderOfLines,
  PASSWORD,
  type Person,
  userIdOf,
  verifyEmail,
} from './support/customer.ts'
import { mailsIn, sandboxMailsIn } from './support/mailer.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'

const NEW_PASSWORD = 'a whole new password'
const PLANTED = { phone: '+1 555 0666', address: 'Planted Street 6', designation: 'Planter' }

async function mailedToken(app: TestApp, { email }: Person): Promise<string> {
  await app.call('POST', '/api/auth/request-password-reset', { body: { email } })
  const mail = (await mailsIn(app.shop)).findLast(({ subject }) => subject === 'Reset your password')
  return /reset-password\/([^?]+)/.exec(mail?.text ?? '')?.[1] ?? ''
}

async function reset(app: TestApp, person: Person): Promise<Person> {
  const token = await mailedToken(app, person)
  const answer = await app.call('POST', '/api/auth/reset-password', {
    body: { token, newPassword: NEW_PASSWORD },
  })
  expect(answer.status).toBe(200)
  return app.signIn({ ...person, password: NEW_PASSWORD })
}

const PLANTED_TEXTS = { poNumber: 'planted 4712', note: 'Ask the planter' }

const ADDRESS = {
  name: 'A planted name',
  street: '1 Sample Street',
  city: 'Sample City',
  region: 'NY',
  postcode: '10001',
  country: 'US',
}

/** An account with contact data, a cart, an address, an unpaid order that is being paid by card and has a payment link, and a paid one. */
async function plant(app: TestApp) {
  const person = await app.register()
  const profile = { name: person.name, ...PLANTED }
  await app.call('PUT', `/api/user/${person.email}`, { body: profile, cookie: person.cookie })
  const product = await app.addProduct({ quantity: 1000 })
  await app.call('PUT', '/api/cart', {
    body: { lines: [{ productId: product._id, quantity: 100 }] },
    as: person,
  })
  await app.call('POST', '/api/address', { body: ADDRESS, as: person })
  const paid = await app.pay(person, await app.order(person, product, 200))
  const { lines, ...rest } = orderOfLines([{ product, quantity: 300 }])
  const words = { own: 'planted-4711', note: 'Call the planter' }
  const body = { ...rest, ...PLANTED_TEXTS, lines: lines.map((line) => ({ ...line, ...words })) }
  const { body: unpaid } = await app.call('POST', '/api/order', { body, as: person })
  const clientSecret = await app.startPayment(person, unpaid)
  return { person, product, paid, unpaid, clientSecret, link: await app.createLink(person, unpaid) }
}

const read = async (app: TestApp, as: Person) => ({
  profile: (await app.call('GET', `/api/user/${as.email}`, { as })).body,
  cart: (await app.call('GET', '/api/cart', { as })).body.lines,
  addresses: (await app.call('GET', '/api/address', { as })).body.length,
  orders: (await app.call('GET', '/api/myorders', { as })).body.map(({ _id }: { _id: string }) => _id),
})

const stockOf = async (app: TestApp, { _id }: { _id: string }) =>
  (await app.call('GET', `/api/order/${_id}`)).body.quantity

// attack: planted-account
test('the first verification by a reset clears what was stored before: contact data, cart, addresses, unpaid orders, payment links', async () => {
  await using app = await createTestApp()
  const { person, product, paid, unpaid, clientSecret, link } = await plant(app)
  const cancelled = await app.order(person, product, 100)
  await app.call('DELETE', `/api/myorder/${cancelled._id}`, { as: person })
  expect(await stockOf(app, product)).toBe(500)
  expect((await app.call('GET', `/api/payment-link/${link}`)).status).toBe(200)
  const owner = await reset(app, person)
  const { profile, cart, addresses, orders } = await read(app, owner)
  expect(profile).toEqual({ name: person.name, email: person.email })
  expect(cart).toEqual([])
  expect(addresses).toBe(0)
  expect(orders).toEqual([paid._id])
  // Cancelled ones may have the texts of another person too.
  expect((await app.call('GET', '/api/myorders?state=cancelled', { as: owner })).body).toEqual([])
  for (const { _id } of [unpaid, cancelled])
    expect((await app.call('GET', `/api/myorder/${_id}`, { as: owner })).status).toBe(404)
  expect(await stockOf(app, product)).toBe(800)
  expect((await app.call('GET', `/api/payment-link/${link}`)).status).toBe(404)
  expect((await app.confirmCard(clientSecret, GOOD_CARD)).status).toBe(400)
  const account = await app.shop.db.selectFrom('user').select('image').executeTakeFirst()
  expect(account?.image).toBeNull()
})

// attack: planted-account
test('the mail about a cancelled order has no text of whoever placed it', async () => {
  await using app = await createTestApp()
  const { person, product } = await plant(app)
  await reset(app, person)
  await app.runJobs('mail')
  const sent = await app.call('GET', '/sandbox/mail', { headers: { accept: 'application/json' } })
  const mails = sent.body.filter(({ subject }: { subject: string }) => /was cancelled/.test(subject))
  expect(mails).toHaveLength(1)
  expect(mails[0].text).toContain('Nothing was charged')
  for (const written of [mails[0].subject, mails[0].text, mails[0].html])
    expect(written).not.toMatch(new RegExp(`${person.name}|Sample Street|plant`, 'i'))
  expect(mails[0].text).toContain(product.sku)
})

// attack: planted-account
test('nothing of an order from before the reset fills the next order or stands in a mail, though a paid one is listed', async () => {
  await using app = await createTestApp()
  const { person, product, paid } = await plant(app)
  const terms = JSON.stringify({ deliverFrom: 'KP' })
  await app.shop.db.updateTable('orders').set({ terms }).where('id', '=', paid._id).execute()
  // In the session of whoever placed it, it fills the form.
  expect(await filled(app, person)).toMatchObject({ address: PLANTED.address, country: 'US' })
  const owner = await reset(app, person)
  await app.runJobs('cancel unproven orders')
  expect(await filled(app, owner)).toEqual({ phone: '', address: '', origin: '', said: '' })
  const listed = async () => (await app.call('GET', '/api/myorders', { as: owner })).body
  expect(await listed()).toMatchObject([{ _id: paid._id, unproven: true }])
  const account = { id: await userIdOf(app.shop, owner), emailVerified: true }
  expect(await findLastCountry(app.shop.db, account)).toBeUndefined()
  const admin = await app.registerAdmin()
  await app.call('PUT', `/api/order/${paid._id}`, { as: admin, body: { status: 'shipped' } })
  app.shop.advance(MAIL_AFTER_MS)
  await app.runJobs('mail')
  const shipped = (await sandboxMailsIn(app.shop)).find(({ subject }) => /is shipped/.test(subject))
  expect(shipped?.text).toContain(product.sku)
  expect(shipped?.text).not.toMatch(new RegExp(`${person.name}|Sample Street`))
  const own = await app.order(owner, product, 100)
  expect(await filled(app, owner)).toMatchObject({ phone: own.phone, address: own.address })
  expect((await listed())[0]).not.toHaveProperty('unproven')
})

/** What the form of the next order begins with. */
async function filled(app: TestApp, { email, token }: Person) {
  stubStorage('localStorage').values.set('accessToken', token)
  vi.stubGlobal('fetch', (path: string, init: RequestInit) =>
    app.app.fetch(new Request(new URL(path, ORIGIN), init)),
  )
  try {
    return await fetchCustomer({ email } as never)
  } finally {
    vi.unstubAllGlobals()
  }
}

// attack: planted-account
test('when the process ends after the reset, a job cancels the unpaid orders; those of the owner stay', async () => {
  await using app = await createTestApp()
  const { person, product, paid, unpaid } = await plant(app)
  const token = await mailedToken(app, person)
  const { clear } = createFirstReset(app.shop, {} as never)
  const ended = { clear, finish: async () => {} }
  const passwordHash = 'a:b'
  await resetPassword(app.shop, { token, passwordHash, firstReset: ended })
  const owner = await reset(app, person)
  expect((await read(app, owner)).orders).toEqual([unpaid._id, paid._id])
  app.shop.advance(1)
  const own = await app.order(owner, product, 100)
  await app.runJobs('cancel unproven orders')
  expect((await read(app, owner)).orders).toEqual([own._id, paid._id])
  app.shop.advance(120_000)
  await app.runJobs('cancel unproven orders')
  expect((await read(app, owner)).orders).toEqual([own._id, paid._id])
  const left = await app.shop.db
    .selectFrom('outbox')
    .select('id')
    .where('kind', '=', 'unproven orders')
    .where('next_attempt_at', 'is not', null)
    .execute()
  expect(left).toEqual([])
})

test('an account that was verified before keeps everything when its password is reset', async () => {
  await using app = await createTestApp()
  const { person, product, paid, unpaid, link } = await plant(app)
  await verifyEmail(app.shop, person)
  const before = await read(app, person)
  expect(await read(app, await reset(app, person))).toEqual(before)
  expect(before.orders).toEqual([unpaid._id, paid._id])
  expect(await stockOf(app, product)).toBe(500)
  expect((await app.call('GET', `/api/payment-link/${link}`)).status).toBe(200)
})

// attack: planted-account
test('a session that a reset has ended stores neither contact data nor a cart', async () => {
  await using app = await createTestApp()
  const { person, product } = await plant(app)
  const { id: sessionId } = await app.shop.db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.userId')
    .select('session.id')
    .where('user.email', '=', person.email)
    .executeTakeFirstOrThrow()
  const stranger = { ...person, id: await userIdOf(app.shop, person), emailVerified: false, sessionId }
  const owner = await reset(app, person)
  const before = await read(app, owner)
  const ended = { code: 'not_signed_in' }
  await expect(changeProfile(app.shop, stranger, PLANTED)).rejects.toMatchObject(ended)
  const lines = [{ productId: product._id, quantity: 100 }]
  await expect(replaceCart(app.shop, stranger, lines)).rejects.toMatchObject(ended)
  expect(await read(app, owner)).toEqual(before)
  expect(owner.password).not.toBe(PASSWORD)
})
