import {
  cpSync,
  globSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import { fileOfParts } from '#tests/support/sample-product.ts'
import { createCalls, orderFor, type Person, type ShopCalls } from '../support/customer.ts'
import { startNginx } from '../support/nginx.ts'
import { plainPicture, uploadOf } from '../support/pictures.ts'
import { ROOT } from '../support/project.ts'
import { ADMIN, emptyStorage, type RunningShop, startShop } from '../support/running-shop.ts'

const SITE = 'https://shop.example'
const MB = 1_000_000

const cleanUp = new AsyncDisposableStack()
let last: RunningShop
let former: RunningShop
let shop: ShopCalls
let admin: Person
let product: Product

beforeAll(async () => {
  const storage = cleanUp.use(await emptyStorage())
  const environment = { PUBLIC_URL: SITE, TRUST_PROXY: '1', SANDBOX: 'on' }
  last = cleanUp.use(await startShop({ storage, environment }))
  former = cleanUp.use(await startShop({ storage, environment, folder: copyAsOtherRelease() }))
  const nginx = cleanUp.use(await startNginx([last.port, former.port]))
  shop = createCalls(SITE, nginx.send)
  admin = await shop.signIn(ADMIN)
  product = await shop.addProduct(admin, { quantity: 100_000 })
})
afterAll(() => cleanUp.disposeAsync())

/** Copies the built shop, with another name of a file that every page loads. */
function copyAsOtherRelease(): string {
  const folder = mkdtempSync(join(tmpdir(), 'shop-release-'))
  cleanUp.defer(() => rmSync(folder, { recursive: true }))
  for (const name of readdirSync(ROOT)) {
    if (name === 'build') cpSync(join(ROOT, name), join(folder, name), { recursive: true })
    else symlinkSync(join(ROOT, name), join(folder, name))
  }
  const build = join(folder, 'build')
  const [entry = ''] = globSync('client/assets/entry.client-*.js', { cwd: build })
  const [name, renamed] = [entry.slice('client/assets/'.length), 'entry.client-former.js']
  for (const file of globSync('{client,server}/**/*.js', { cwd: build })) {
    const code = readFileSync(join(build, file), 'utf8')
    if (!code.includes(name)) continue
    writeFileSync(join(build, file), code.replaceAll(name, renamed))
    // The compressed files have the former name still.
    for (const end of ['.br', '.gz']) rmSync(join(build, file + end), { force: true })
  }
  cpSync(join(build, entry), join(build, 'client/assets', renamed))
  for (const end of ['', '.br', '.gz']) rmSync(join(build, entry + end), { force: true })
  return folder
}

/** A PNG of 8 MB, and little less. It is of one colour, which takes no time to convert. */
const largePicture = () => plainPicture(1600, 1660).png({ compressionLevel: 0 }).toBuffer()

const secondsOf = async (call: () => Promise<{ status: number }>) => {
  const startedMs = performance.now()
  const { status } = await call()
  return { status, seconds: (performance.now() - startedMs) / 1000 }
}

const assetsOf = (html: string): string[] => [...new Set(html.match(/\/assets\/[\w.-]+/g))]

describe('two shops behind nginx with docs/nginx.conf', { timeout: 180_000 }, () => {
  test('a picture of nearly 8 MB is taken and shown', async () => {
    const picture = await largePicture()
    expect(picture.length).toBeGreaterThan(7.9 * MB)
    expect(picture.length).toBeLessThanOrEqual(8 * MB)
    const { status, body } = await shop.call('POST', '/api/image', { body: uploadOf(picture), as: admin })
    expect([status, body]).toEqual([201, { image: expect.stringMatching(/^\/images\//) }])
    for (const _each of [1, 2]) expect((await shop.call('GET', `${body.image}?w=640`)).status).toBe(200)
  })

  test('an import of 50 MB is read whole, and a larger one is refused by the shop', async () => {
    const words = `A part.${' '.repeat(48_000)}`
    const sample = fileOfParts([{ sku: 'N-10000', name: 'Part 10000', description: words }])
    const head = sample.slice(0, sample.indexOf('\n') + 1)
    const row = (at: number) => `${sample.slice(head.length).replaceAll('10000', String(at))}\n`
    const length = row(10_000).length
    const count = Math.floor((50 * MB - head.length) / length)
    const rows = Array.from({ length: count }, (_, at) => row(10_000 + at)).join('')
    const file = (head + rows).padEnd(50 * MB, '\n')
    const send = (body: string) =>
      shop.call('POST', '/api/import', { body, as: admin, headers: { 'Content-Type': 'text/csv' } })
    const { status, body } = await send(file)
    expect([status, body]).toMatchObject([
      201,
      { counts: { added: count, changed: 0, unchanged: 0, wrong: 0 } },
    ])
    expect((await shop.call('GET', `/api/import/${body._id}`, { as: admin })).body.counts.added).toBe(count)
    const imports = async () => (await shop.call('GET', '/api/import', { as: admin })).body
    const before = await imports()
    const refused = await send(`${file}\n`)
    expect([refused.status, refused.body.code]).toEqual([413, 'too_large'])
    expect(await imports()).toEqual(before)
  })

  test('the files of both releases are found while two run', async () => {
    const pages = [(await last.call('GET', '/')).body, (await former.call('GET', '/')).body]
    const [ofLast = [], ofFormer = []] = pages.map(assetsOf)
    const differing = [
      ofLast.filter((path) => !ofFormer.includes(path)),
      ofFormer.filter((path) => !ofLast.includes(path)),
    ].flat()
    expect(differing).toEqual([expect.stringMatching(/entry\.client-/), '/assets/entry.client-former.js'])
    for (const path of differing) {
      const alone = [(await last.call('GET', path)).status, (await former.call('GET', path)).status]
      expect([path, alone.toSorted()]).toEqual([path, [200, 404]])
    }
    for (const path of [...differing, ...differing, ...ofLast, ...ofFormer])
      expect([path, (await shop.call('GET', path)).status]).toEqual([path, 200])
    expect((await shop.call('GET', '/assets/entry.client-missing.js')).status).toBe(404)
  })

  test('a stopped process is gone round, and an order that it got is placed once, also when it goes on', async () => {
    const customer = await shop.register()
    const quantities = Array.from({ length: 8 }, (_, at) => 100 * (at + 1))
    const order = async (quantity: number) => {
      const headers = { 'Idempotency-Key': `order-of-${quantity}` }
      return (
        await shop.call('POST', '/api/order', { body: orderFor(product, quantity), as: customer, headers })
      ).status
    }
    const placed = async () => {
      const { body } = await shop.call('GET', '/api/myorders', { as: customer })
      return body
        .map(({ quantity }: { quantity: number }) => quantity)
        .toSorted((a: number, b: number) => a - b)
    }
    {
      using _hanging = former.hang()
      // The first request that it gets waits for it as long as docs/nginx.conf says; the rest goes to the other one.
      const sent = quantities.map(order)
      const read = await Promise.all(
        Array.from({ length: 6 }, () => secondsOf(() => shop.call('GET', '/api/product'))),
      )
      const statuses = await Promise.all(sent)
      expect(read.map(({ status }) => status)).toEqual(Array(6).fill(200))
      expect(Math.max(...read.map(({ seconds }) => seconds))).toBeLessThan(25)
      expect(new Set(statuses)).toEqual(new Set([201, 504]))
      const next = await Promise.all(Array.from({ length: 20 }, () => secondsOf(() => shop.call('GET', '/'))))
      expect(next.map(({ status }) => status)).toEqual(Array(20).fill(200))
      expect(next.filter(({ seconds }) => seconds > 5).length).toBeLessThanOrEqual(1)
      // As a browser does with an order that was not answered.
      for (const [at, status] of statuses.entries())
        if (status === 504) expect(await order(quantities[at] ?? 0)).toBe(201)
      expect(await placed()).toEqual(quantities)
    }
    await expect.poll(async () => (await former.call('GET', '/readyz')).status).toBe(200)
    expect(await placed()).toEqual(quantities)
  })
})
