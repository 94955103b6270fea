import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pages } from '#app/routes.ts'
import { partPath } from '#features/catalog/paths.ts'
import type { Product } from '#features/catalog/schema.ts'
import { type Database, openDatabase } from '#kit/db/db.ts'
import type { Person } from '../support/customer.ts'
import { startNginx } from '../support/nginx.ts'
import { plainPicture, uploadOf } from '../support/pictures.ts'
import { ADMIN, emptyStorage, type RunningShop, startShop } from '../support/running-shop.ts'
import { createVarnish, isHit } from '../support/varnish.ts'

/** Everyone sees a change within this time. */
const SEEN = { interval: 20 }

const cleanUp = new AsyncDisposableStack()
const varnish = cleanUp.use(await createVarnish())
let shops: readonly [RunningShop, RunningShop]
let database: Database
let admin: Person
let customer: Person
let parts: readonly Product[]

beforeAll(async () => {
  const storage = cleanUp.use(await emptyStorage())
  const environment = { CDN_PURGE_URL: `${varnish.url}/`, TRUST_PROXY: '1', RATE_LIMITS: 'sign-in' }
  const first = cleanUp.use(await startShop({ storage, environment }))
  shops = [first, cleanUp.use(await startShop({ storage, environment }))]
  await varnish.start([shops[0].port, shops[1].port])
  database = openDatabase(storage)
  cleanUp.defer(() => database.close())
  admin = await first.signIn(ADMIN)
  customer = await first.register()
  parts = await Promise.all(Array.from({ length: 6 }, () => first.addProduct(admin, { quantity: 100_000 })))
}, 120_000)
afterAll(() => cleanUp.disposeAsync())

async function visit(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(varnish.url + path, { headers, redirect: 'manual' })
  return {
    status: response.status,
    headers: response.headers,
    isHit: isHit(response),
    body: await response.text(),
  }
}

/** Until Varnish has the answer: it keeps none for which it waited long, as on a busy machine. */
const keepIt = (path: string) =>
  expect.poll(async () => (await visit(path)).isHit, { interval: 20 }).toBe(true)

/** Until nothing waits to be purged. */
const allPurged = () =>
  expect
    .poll(() => database.db.selectFrom('outbox').select('payload').where('kind', '=', 'purge').execute())
    .toEqual([])

const pageOf = (part: Product | undefined): string => partPath(part?.sku ?? '')

const partAt = (index: number): Product => {
  const part = parts[index]
  if (!part) throw new Error('there is no such part')
  return part
}

/** Makes a change while the page is visited without a pause: visitors see it in time, and go on seeing it. */
async function expectSeen(path: string, text: string, change: () => Promise<unknown>) {
  expect((await visit(path)).body).not.toContain(text)
  await change()
  await expect.poll(async () => (await visit(path)).body, SEEN).toContain(text)
  for (const _round of [1, 2, 3]) expect((await visit(path)).body).toContain(text)
}

describe('two processes behind Varnish', { timeout: 90_000 }, () => {
  test('the second visitor is answered by Varnish, and so are those who have the page', async () => {
    await allPurged()
    for (const path of ['/', '/blog', pageOf(partAt(0)), `${pageOf(partAt(0))}.data`, '/api/product']) {
      await keepIt(path)
      const kept = await visit(path)
      const second = await visit(path, { Cookie: customer.cookie })
      expect([path, second.isHit, second.body]).toEqual([path, true, kept.body])
      const known = await visit(path, { 'If-None-Match': second.headers.get('etag') ?? '' })
      expect([known.status, known.isHit]).toEqual([304, true])
    }
  })

  test('a change by one process is seen', async () => {
    const [one, two] = shops
    const ordering = async () => {
      const part = partAt(1)
      for (const left of [99_900, 99_800, 99_700, 99_600])
        await expectSeen(`/api/part/${part.sku}`, `"quantity":${left}`, () => one.order(customer, part, 100))
    }
    const pricing = async () => {
      let part = partAt(2)
      for (const price of [0.51, 0.62, 0.73])
        await expectSeen(pageOf(part), `${price}`, async () => {
          const body = { ...part, attributes: {}, prices: undefined, price }
          part = (await two.call('PUT', `/api/product/${part._id}`, { as: admin, body })).body
        })
    }
    const adding = async () => {
      for (const name of ['First new part', 'Second new part'])
        await expectSeen('/api/product', name, () => one.addProduct(admin, { name }))
    }
    const reviewing = async () => {
      for (const comment of ['A first sample.', 'A second sample.'])
        await expectSeen('/', comment, () =>
          two.call('POST', '/api/rating', { as: customer, body: { comment, rating: '5', name: 'Ada' } }),
        )
    }
    await Promise.all([ordering(), pricing(), adding(), reviewing()])
    // No answer of before came after the purges.
    await allPurged()
    expect((await visit(`/api/part/${partAt(1).sku}`)).body).toContain('"quantity":99600')
    expect((await visit(pageOf(partAt(2)))).body).toContain('0.73')
  })

  test('orders leave the pages of other parts in the cache', async () => {
    const sold = partAt(3)
    const others = ['/blog', '/login', ...[0, 4, 5].map((index) => pageOf(partAt(index)))]
    await allPurged()
    for (const path of [...others, pageOf(sold)]) await keepIt(path)
    for (let round = 0; round < 5; round += 1) {
      await shops[round % 2 === 0 ? 0 : 1].order(customer, sold)
      for (const path of others) expect([path, (await visit(path)).isHit]).toEqual([path, true])
    }
    await allPurged()
    for (const path of others) expect([path, (await visit(path)).isHit]).toEqual([path, true])
    expect((await visit(pageOf(sold))).isHit).toBe(false)
  })

  test('an uploaded picture is kept', async () => {
    const upload = await fetch(`${varnish.url}/api/image`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${admin.token}` },
      body: uploadOf(await plainPicture(64, 64).png().toBuffer()),
    })
    const { image } = (await upload.json()) as { image: string }
    expect([upload.status, (await visit(image)).isHit, (await visit(image)).isHit]).toEqual([
      201,
      false,
      true,
    ])
  })

  // attack: cache-in-front
  test('no private answer of any call or page is kept, and no visitor gets one', async () => {
    const order = await shops[0].order(customer, partAt(4))
    const token = await shops[0].createLink(customer, order)
    const names = {
      id: [order._id, partAt(4)._id],
      token: [token],
      email: [customer.email],
      sku: [partAt(4).sku],
    }
    const addresses = [...(await callAddresses(names)), ...pageAddresses(names)]
    expect(addresses.length).toBeGreaterThan(90)
    const signedIn = [admin, customer].flatMap(({ token, cookie }) => [
      { Authorization: `Bearer ${token}`, Cookie: cookie },
      { Cookie: cookie },
    ])
    const kept: string[] = []
    const walk = async (path: string) => {
      const direct = await fetch(shops[0].url + path, { redirect: 'manual' })
      await direct.arrayBuffer()
      const isPublic = /^public,.*(s-maxage|immutable)/.test(direct.headers.get('cache-control') ?? '')
      for (const headers of [...signedIn, {}]) {
        await visit(path, headers)
        const again = await visit(path, headers)
        if (again.isHit) expect([path, isPublic]).toEqual([path, true])
        if (again.isHit) kept.push(path)
      }
      const { status, body } = await visit(path)
      expect([path, status]).toEqual([path, direct.status])
      for (const secret of [customer.email, admin.email, customer.token, admin.token])
        expect([path, body.includes(secret)]).toEqual([path, false])
    }
    const remaining = addresses.values()
    await Promise.all(
      [1, 2, 3].map(async () => {
        for (const path of remaining) await walk(path)
      }),
    )
    expect(kept).toEqual(expect.arrayContaining(['/', '/parts', '/api/product', '/api/rating']))
    expect(kept.filter((path) => /myorder|\/user|\/admin|\/orders|receipt|payment-link/.test(path))).toEqual(
      [],
    )
  })

  // What the databases do is no matter here, and it takes as long as docs/varnish.vcl says.
  test.skipIf(process.env.TEST_DATABASE_URL)(
    'of many visitors behind nginx each is answered while a process freezes',
    async () => {
      const varnishPort = Number(new URL(varnish.url).port)
      await using nginx = await startNginx([shops[0].port, shops[1].port], varnishPort)
      const kept = ['/', '/parts', pageOf(partAt(1)), '/api/product']
      let asked = 0
      const statuses: number[] = []
      const ask = async () => {
        asked += 1
        // Every second one is new to Varnish, or of one caller.
        const others = [`/api/product?q=${asked}`, '/api/myorders', `${pageOf(partAt(0))}?at=${asked}`]
        const path = (asked % 2 ? kept : others)[Math.floor(asked / 2) % 3] ?? '/'
        const headers = path === '/api/myorders' ? { Authorization: `Bearer ${customer.token}` } : undefined
        statuses.push((await nginx.send(new Request(`https://shop.example${path}`, { headers }))).status)
      }
      let isLate = false
      const visitors = Array.from({ length: 30 }, async () => {
        while (!isLate) await ask()
      })
      await expect.poll(() => statuses.length).toBeGreaterThan(60)
      {
        using _frozen = shops[0].hang()
        // Varnish waits 15 s for the requests that it got, and asks the other one.
        await pause(16_000)
        isLate = true
        await Promise.all(visitors)
      }
      expect(statuses.length).toBe(asked)
      expect(statuses.filter((status) => status !== 200)).toEqual([])
      await expect.poll(async () => (await shops[0].call('GET', '/readyz')).status).toBe(200)
    },
  )

  test('while Varnish is away the shop says so, and it is told of the changes when it is back', async () => {
    const warnings = async () => (await shops[0].call('GET', '/readyz')).body.warnings ?? []
    await allPurged()
    expect(await warnings()).toEqual([])
    await varnish.stop()
    await shops[0].order(customer, partAt(5))
    await expect.poll(warnings).toEqual(['purges of the cache in front that failed and are tried again: 1'])
    await varnish.start([shops[0].port, shops[1].port])
    await expect.poll(warnings).toEqual([])
    await allPurged()
    await expectSeen(`/api/part/${partAt(5).sku}`, '"quantity":99800', () =>
      shops[1].order(customer, partAt(5)),
    )
    for (const shop of shops) expect(shop.log()).not.toContain('"level":"error"')
  })

  test('while the shop is away its pages are still answered', async () => {
    await allPurged()
    const pages = ['/', pageOf(partAt(0)), '/api/product']
    for (const path of pages) await keepIt(path)
    const before = await Promise.all(pages.map((path) => visit(path)))
    for (const shop of shops) await shop.stop()
    const after = await Promise.all(pages.map((path) => visit(path)))
    expect(after.map(({ status, body }) => [status, body])).toEqual(before.map(({ body }) => [200, body]))
    expect((await visit('/api/config')).status).toBe(503)
  })
})

/** What stands for a parameter of an address. */
type Names = Readonly<Record<string, readonly string[]>>

/** The address for each of the values of its parameters. */
const filled = (path: string, names: Names): string[] => {
  const [whole, , name = ''] = /(\{(\w+)\}|:(\w+))/.exec(path) ?? []
  if (whole === undefined) return [path]
  const parameter = name || whole.slice(1)
  return (names[parameter] ?? names.id ?? []).flatMap((value) => filled(path.replace(whole, value), names))
}

/** All calls that read something. */
async function callAddresses(names: Names): Promise<string[]> {
  const { body } = await shops[0].call('GET', '/api/openapi.json')
  const calls = Object.entries<object>(body.paths).filter(([, methods]) => 'get' in methods)
  return calls.flatMap(([path]) => filled(path, names))
}

/** All pages, and their data. */
function pageAddresses(names: Names): string[] {
  const paths = pages.map(({ path }) => path).filter((path) => !path.includes('*'))
  expect(paths.length).toBeGreaterThan(30)
  return paths.flatMap((path) => [
    ...filled(path, names),
    ...filled(`${path === '/' ? '/_' : path}.data`, names),
  ])
}
