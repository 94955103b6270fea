import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Order } from '#features/orders/schema.ts'
import { type ApiCall, apiCalls, methodsAt } from './support/api-calls.ts'
import { type Answer, ORIGIN, orderFor, type Person } from './support/customer.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'

let shop: TestApp
let admin: Person
let customer: Person
let other: Person
let calls: ReturnType<typeof apiCalls>

beforeAll(async () => {
  shop = await createTestApp()
  admin = await shop.registerAdmin()
  customer = await shop.register()
  other = await shop.register()
  calls = apiCalls(shop.app)
})
afterAll(() => shop[Symbol.asyncDispose]())

/** A problem document (RFC 9457) that is not cached. */
function expectRefusal(answer: Answer, status: number, code: string, about: string): void {
  expect([answer.status, answer.body.code], about).toEqual([status, code])
  expect(answer.headers.get('content-type'), about).toBe('application/problem+json')
  expect(answer.headers.get('cache-control'), about).toBe('no-store')
  const text = expect.stringMatching(/\S/)
  expect(answer.body, about).toMatchObject({ type: text, title: text, status, detail: text })
}

describe('the credentials of a call', () => {
  const expectNotSignedIn = (headers: Record<string, string>) => async (refused: readonly ApiCall[]) => {
    expect(refused.length).toBeGreaterThan(1)
    for (const [method, path] of refused) {
      expectRefusal(await shop.call(method, path, { headers }), 401, 'not_signed_in', path)
    }
  }
  const withToken = () => [...calls.forCustomers, ...calls.forAdmins]

  // attack: stolen-cards
  // spec: signed-in-rights
  test('callers without a token, or with an invalid one, are not signed in', async () => {
    await expectNotSignedIn({})([...withToken(), ...calls.withCookie])
    await expectNotSignedIn({ Authorization: 'Bearer an.invalid.token' })(withToken())
    await expectNotSignedIn({ Authorization: 'Basic c2FtcGxlOnNhbXBsZQ==' })(withToken())
  })

  // attack: cross-site-call
  // spec: bearer
  test('the cookie alone does not authenticate a caller, not even an admin', async () => {
    await expectNotSignedIn({ Cookie: admin.cookie })(withToken())
  })

  test('an access token does not authenticate the calls that need the cookie', async () => {
    await expectNotSignedIn({ Authorization: `Bearer ${customer.token}` })(calls.withCookie)
  })

  // attack: customer-as-admin
  // spec: admin-rights
  test('a customer is refused by every admin call', async () => {
    expect(calls.forAdmins.length).toBeGreaterThan(70)
    for (const [method, path] of calls.forAdmins) {
      expectRefusal(await shop.call(method, path, { as: customer }), 403, 'right_required', path)
    }
  })
})

describe('a path and its methods', () => {
  test('an unsupported method is 405 with the allowed methods', async () => {
    for (const path of new Set(calls.all.map(([, each]) => each))) {
      const own = methodsAt(shop.app, path)
      const allowed = own.includes('GET') ? [...own, 'HEAD'] : own
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
        if (allowed.includes(method)) continue
        const answer = await shop.call(method, path)
        expectRefusal(answer, 405, 'method_not_allowed', `${method} ${path}`)
        const allow = answer.headers.get('allow')?.split(', ')
        expect(allow?.sort(), `${method} ${path}`).toEqual([...allowed].sort())
      }
    }
  })

  test('an unknown path is 404', async () => {
    for (const path of ['/api', '/api/nothing', '/api/product/', '/api/auth/nothing']) {
      expectRefusal(await shop.call('GET', path), 404, 'not_found', path)
    }
  })

  test('HEAD answers like GET, without a body', async () => {
    for (const path of ['/api/product', '/api/rating', '/api/config', '/healthz', '/readyz']) {
      const answer = await shop.call('HEAD', path)
      expect([path, answer.status, answer.body]).toEqual([path, 200, ''])
    }
  })

  test('an unknown id of any form is 404', async () => {
    for (const id of ['x', 'x'.repeat(200), '%2e%2e', "'--", '%E2%98%83']) {
      expectRefusal(await shop.call('GET', `/api/order/${id}`), 404, 'not_found', id)
      expectRefusal(await shop.call('GET', `/api/myorder/${id}`, { as: customer }), 404, 'not_found', id)
      const ship = { body: { status: 'shipped' }, as: admin }
      expectRefusal(await shop.call('PUT', `/api/order/${id}`, ship), 404, 'not_found', id)
      expectRefusal(await shop.call('DELETE', `/api/product/${id}`, { as: admin }), 404, 'not_found', id)
    }
  })
})

describe('an invalid body', () => {
  const BODIES = [
    ['invalid JSON', '{', 'application/json', 400, 'not_json'],
    ['empty', '', 'application/json', 400, 'not_json'],
    ['a form', 'status=shipped', 'application/x-www-form-urlencoded', 415, 'unsupported_media_type'],
    ['plain text', '{"status":"shipped"}', 'text/plain', 415, 'unsupported_media_type'],
    ['too large', JSON.stringify({ status: 'x'.repeat(100_000) }), 'application/json', 413, 'too_large'],
    ['no object', '[]', 'application/json', 422, 'invalid'],
    ['null', 'null', 'application/json', 422, 'invalid'],
    ['not valid', '{}', 'application/json', 422, 'invalid'],
  ] as const

  test.each(BODIES)('%s is refused by each call that accepts a body', async (_, body, type, status, code) => {
    const session = { Cookie: customer.cookie, Origin: ORIGIN }
    const asCustomer = { Authorization: `Bearer ${customer.token}` }
    const asAdmin = { Authorization: `Bearer ${admin.token}` }
    const calls = [
      ['POST', '/api/rating', asCustomer],
      ['POST', '/api/order', asCustomer],
      ['POST', '/api/create-payment-intent', asCustomer],
      ['PATCH', '/api/order/sample', asCustomer],
      ['PUT', '/api/order/sample', asAdmin],
      ['POST', '/api/product', asAdmin],
      ['POST', '/api/login', session],
      ['PUT', `/api/user/${customer.email}`, session],
      ['POST', '/api/auth/sign-in/email', session],
    ] as const
    for (const [method, path, credentials] of calls) {
      const answer = await shop.call(method, path, {
        body,
        headers: { ...credentials, 'Content-Type': type },
      })
      expectRefusal(answer, status, code, `${method} ${path}`)
    }
  })
})

describe('an order', () => {
  const ORDERED = 'number lines product productId quantity unitPrice totalPrice payable tax deliverFrom'
  const PLACED = `_id ${ORDERED} name email phone address addressLines paid createdAt events shipments`.split(
    ' ',
  )

  // spec: order-fields
  test('has the fields of its state and no others', async () => {
    const order = await shop.order(customer, await shop.addProduct())
    const fieldsNow = async () => {
      const { body } = await shop.call('GET', `/api/myorder/${order._id}`, { as: customer })
      for (const time of ['createdAt', 'holdUntil', 'paidAt', 'shippedAt'].filter((name) => name in body)) {
        expect(new Date(body[time]).toISOString()).toBe(body[time])
      }
      return Object.keys(body).sort()
    }
    expect(await fieldsNow()).toEqual([...PLACED, 'holdUntil'].sort())
    await shop.pay(customer, order)
    const paid = [...PLACED, 'paidAt', 'status', 'transactionId']
    expect(await fieldsNow()).toEqual(paid.sort())
    const ship = (status: string) =>
      shop.call('PUT', `/api/order/${order._id}`, { body: { status }, as: admin })
    await ship('shipped')
    expect(await fieldsNow()).toEqual([...paid, 'shippedAt'].sort())
    await ship('pending')
    expect(await fieldsNow()).toEqual(paid)
  })

  test('is placed once for one idempotency key, and after a refused attempt the key can be used again', async () => {
    const product = await shop.addProduct({ quantity: 1000 })
    const headers = { 'Idempotency-Key': 'a sample key' }
    const place = (quantity: number) =>
      shop.call('POST', '/api/order', { body: orderFor(product, quantity), as: other, headers })
    expectRefusal(await place(1001), 409, 'out_of_stock', 'more than the stock')
    const answers = await Promise.all(Array.from({ length: 8 }, () => place(100)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(answers.map(({ body }) => body._id)).size).toBe(1)
    expect((await shop.call('GET', `/api/order/${product._id}`)).body.quantity).toBe(900)
    expectRefusal(await place(200), 422, 'key_reused', 'another body')
  })

  test('can be placed and paid before the e-mail address is verified', async () => {
    const paid = await shop.pay(other, await shop.order(other, await shop.addProduct()))
    expect(paid.paid).toBe(true)
  })

  test('that is refused changes nothing, and the refusal says how to correct it', async () => {
    const product = await shop.addProduct({ quantity: 150 })
    const place = (body: object) =>
      shop.call('POST', '/api/order', { body: { ...orderFor(product), ...body }, as: customer })
    expect((await place({ quantity: 99 })).body).toMatchObject({ code: 'below_minimum', minimum: 100 })
    expect((await place({ quantity: 151 })).body).toMatchObject({ code: 'out_of_stock', available: 150 })
    expect((await place({ totalPrice: 4 })).body).toMatchObject({ code: 'price_changed', totalPrice: 4.25 })
    expect((await shop.call('GET', `/api/order/${product._id}`)).body).toEqual(product)
  })
})

describe('a list', () => {
  const LISTS = ['/api/product', '/api/orders', '/api/user', '/api/audit']

  test('can be read to its end with its next links, and has the total count', async () => {
    for (const order of [1, 2, 3]) {
      const product = await shop.addProduct({ name: `Sample part in a list, ${order}` })
      await shop.order(customer, product)
    }
    for (const path of LISTS) {
      const complete = await shop.call('GET', path, { as: admin })
      const rows: Order[] = []
      let next: string | undefined = `${path}?limit=2`
      while (next) {
        const page: Answer = await shop.call('GET', next, { as: admin })
        expect(page.headers.get('x-total-count'), path).toBe(String(complete.body.length))
        rows.push(...page.body)
        next = /^<(\/api\/[^>]+)>; rel="next"$/.exec(page.headers.get('link') ?? '')?.[1]
      }
      expect(rows.length, path).toBeGreaterThan(2)
      expect(rows, path).toEqual(complete.body)
    }
  })

  const cursor = (parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url')

  test('answers or refuses a cursor beyond all rows', async () => {
    const { _id } = await shop.addProduct()
    const headers = { 'Content-Type': 'text/csv' }
    const file = await shop.call('POST', '/api/import', { body: 'sku,name\nX,Y', as: admin, headers })
    const lists = [
      ...['/api/product?q=part&', '/api/product?sort=price&', `/api/product/${_id}/history?`, '/api/import?'],
      ...['/api/archived-product?', '/api/rating?hidden=true&', `/api/import/${file.body._id}?`],
      ...LISTS.map((path) => `${path}?`),
    ]
    const far = [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]
    const cursors = far.flatMap((end) => [[end], [end, 'x'], [end, 'x', end], ['x'], [2, 'x', end]])
    const statuses = new Set<number>()
    for (const list of lists)
      for (const after of cursors)
        statuses.add((await shop.call('GET', `${list}after=${cursor(after)}`, { as: admin })).status)
    expect([...statuses].sort()).toEqual([200, 422])
  })

  test('refuses invalid parameters', async () => {
    const nul = [['\0'], [1, '\0'], ['\0', '\0']].map((parts) => `after=${cursor(parts)}`)
    const invalid = [
      'limit=0',
      'limit=101',
      'limit=',
      'limit=many',
      'after=',
      'after=sample',
      `after=${cursor([])}`,
    ]
    for (const path of LISTS) {
      for (const query of [...invalid, ...nul]) {
        expectRefusal(await shop.call('GET', `${path}?${query}`, { as: admin }), 422, 'invalid', query)
      }
    }
    expectRefusal(await shop.call('GET', '/api/product?sort=size'), 422, 'invalid', 'sort')
    expectRefusal(await shop.call('GET', '/api/orders?status=paid', { as: admin }), 422, 'invalid', 'status')
  })
})

test('private answers are not cached', async () => {
  const paths = [
    `/api/user/${customer.email}`,
    `/api/admin/${customer.email}`,
    '/api/myorders',
    '/api/auth/get-session',
  ]
  for (const path of paths) {
    const answer = await shop.call('GET', path, { as: customer })
    expect([path, answer.status, answer.headers.get('cache-control')]).toEqual([path, 200, 'no-store'])
  }
  for (const path of ['/api/orders', '/api/user', '/sandbox/mail']) {
    expect((await shop.call('GET', path, { as: admin })).headers.get('cache-control'), path).toBe('no-store')
  }
})

// spec: minimum-pieces, provider-key
test('the public configuration has these fields and no others', async () => {
  expect((await shop.call('GET', '/api/config')).body).toEqual({
    payments: 'sandbox',
    stripePublishableKey: expect.stringMatching(/^pk_/),
    google: 'sandbox',
    currency: 'usd',
    minimumOrder: 100,
  })
})
