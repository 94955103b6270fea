import { readFile } from 'node:fs/promises'
import { Hono } from 'hono'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { dataSheetPath } from '#features/documents/part-paths.ts'
import { shopName } from '#kit/identity/shop-identity.ts'
import { createPublicCache } from '#kit/public-cache/public-cache.ts'
import { watchPublicChanges } from '#kit/public-cache/public-changes.ts'
import { ORIGIN, type Person } from '#tests/support/customer.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { asShop } from './as-shop.ts'

let shop: TestApp
let admin: Person

beforeEach(async () => {
  shop = await createTestApp()
  admin = await shop.registerAdmin()
})
afterEach(async () => {
  await shop.app.close()
  await shop[Symbol.asyncDispose]()
})

const change = async (identity: object) => {
  const { body } = await shop.call('GET', '/api/settings', { as: admin })
  return shop.call('PUT', '/api/settings', {
    as: admin,
    body: { ...body, shop: { ...body.shop, ...identity } },
  })
}

const pagesOfSitemap = async (): Promise<string> => (await shop.call('GET', '/sitemap.xml')).body

interface Mail {
  readonly from?: string
  readonly text: string
  readonly html: string
}

async function mailTo({ email }: { email: string }): Promise<Mail | undefined> {
  await shop.runJobs()
  const { body } = await shop.call('GET', '/sandbox/mail', { headers: { Accept: 'application/json' } })
  return body.find(({ to }: { to: string }) => to === email)
}

test('the name and the sender of the settings stand in the manifest and in mails', async () => {
  expect((await shop.call('GET', '/site.webmanifest')).body.name).toBe('Parts Shop')
  const answer = await change({ name: 'Muster <Teile>', sender: 'Muster Mail' })
  expect(answer).toMatchObject({ status: 200, body: { shop: { name: 'Muster <Teile>', hero: 'joint' } } })
  expect((await shop.call('GET', '/site.webmanifest')).body.short_name).toBe('Muster <Teile>')
  const mail = await mailTo(await shop.register())
  expect(mail?.text).toContain('Welcome to Muster <Teile>')
  expect(mail?.html).toContain('>Muster &lt;Teile&gt;</p>')
  expect(mail?.html).not.toContain('Parts Shop')
  expect(mail?.from).toContain('Muster Mail')
  const [entry] = (await shop.call('GET', '/api/audit?kind=settings.changed', { as: admin })).body
  expect(entry.changes).toEqual([
    { field: 'shop.name', from: null, to: 'Muster <Teile>' },
    { field: 'shop.sender', from: null, to: 'Muster Mail' },
  ])
})

test('the logo is an uploaded picture that stays; it stands in mails and on papers', async () => {
  const body = new FormData()
  body.append(
    'file',
    new File([await readFile('app/kit/ui/art/icon-192.png')], 'logo.png', { type: 'image/png' }),
  )
  const { body: uploaded } = await shop.call('POST', '/api/image', { as: admin, body })
  const part = await shop.addProduct()
  const sheet = async () => (await sheetOf(part.sku)).length
  const without = await sheet()
  expect(await change({ logo: uploaded.image })).toMatchObject({ status: 200 })
  const [image] = await shop.shop.db.selectFrom('images').select('kept').execute()
  expect(image?.kept).toBe(1)
  const mail = await mailTo(await shop.register())
  expect(mail?.html).toContain(`<img src="${ORIGIN}${uploaded.image}?w=160" alt=""`)
  expect(await sheet()).toBeGreaterThan(without + 1000)
  const settings = (await shop.call('GET', '/api/settings', { as: admin })).body
  for (const logo of ['https://evil.example/x.png', '/part/x', '/images/zzzzzzzzzzzzzzzzzzzzzzzz'])
    expect(await change({ logo })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '#/shop/logo' }] },
    })
  expect((await shop.call('GET', '/api/settings', { as: admin })).body).toEqual(settings)
})

async function sheetOf(sku: string): Promise<Uint8Array> {
  const answer = await shop.app.fetch(new Request(ORIGIN + dataSheetPath(sku)))
  expect(answer.status).toBe(200)
  return new Uint8Array(await answer.arrayBuffer())
}

test('a body without the identity leaves it, and a wrong one is refused with nothing changed', async () => {
  await change({ name: 'Muster Teile', blog: false })
  const { body: before } = await shop.call('GET', '/api/settings', { as: admin })
  const { shop: _, ...others } = before
  const seller = { ...others.seller, phone: '+1 555 0100' }
  const kept = await shop.call('PUT', '/api/settings', { as: admin, body: { ...others, seller } })
  expect(kept.body.shop).toEqual(before.shop)
  for (const [field, value] of [
    ['name', 'x'.repeat(61)],
    ['name', 'two\nlines'],
    ['sender', 'x'.repeat(101)],
    ['hero', 'https://evil.example/x.svg'],
    ['blog', 'no'],
  ] as const)
    expect(await change({ [field]: value })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: `#/shop/${field}` }] },
    })
  expect((await shop.call('GET', '/api/settings', { as: admin })).body).toEqual(kept.body)
})

test('the sitemap has no page that is off, and has privacy and returns once they have a text', async () => {
  const first = await pagesOfSitemap()
  expect(first).toContain('/blog<')
  expect(first).not.toMatch(/\/(privacy|returns)</)
  await change({ blog: false, portfolio: false })
  const { revision } = (await shop.call('GET', '/api/texts', { as: admin })).body
  const texts = { privacyText: 'What we keep.', returnsText: '' }
  const saved = await shop.call('PUT', '/api/texts', { as: admin, body: { revision, texts } })
  expect(saved.status).toBe(200)
  const then = await pagesOfSitemap()
  expect(then).toContain('/privacy<')
  expect(then).not.toMatch(/\/(blog|portfolio|returns)</)
})

test('a page that was rendered while the identity could not be read is not kept', async () => {
  await change({ name: 'Muster Teile' })
  const { db, now } = shop.shop
  const pages = new Hono().use(asShop(shop.shop)).get('/', (c) => c.text(shopName()))
  const cache = createPublicCache({
    addresses: [{ path: '/', parameters: new Set() }],
    changes: watchPublicChanges(db),
    now,
    render: async (url) => pages.request(url),
  })
  const read = async () => {
    const asked = { method: 'GET', url: '/', acceptEncoding: undefined, ifNoneMatch: undefined }
    return Buffer.from((await cache.answer(asked))?.body ?? []).toString()
  }
  // Other tables answer.
  await db.schema.alterTable('currency').renameTo('currency_away').execute()
  expect(await read()).toBe('Parts Shop')
  await db.schema.alterTable('currency_away').renameTo('currency').execute()
  expect(await read()).toBe('Muster Teile')
})
