import { existsSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { demoParts } from '#demo/parts.ts'
import { demoTestimonials } from '#demo/testimonials.ts'
import { openDatabase } from '#kit/db/db.ts'
import { stepNames } from '#kit/db/migrate.ts'
import { migrations } from '../../migrations/list.ts'
import { ADMIN, emptyStorage, type RunningShop, startAndFail, startShop } from '../support/running-shop.ts'

test('with a wrong configuration the shop refuses to start, names every problem and writes nothing', async () => {
  await using storage = await emptyStorage()
  const wrong = {
    PORT: '70000',
    HOLD_HOURS: '-1',
    TRUST_PROXY: 'yes',
    RATE_LIMITS: 'off',
    MAX_UNPAID_ORDERS: '0',
    MAX_HELD: '-5',
    SEED: 'some',
    PUBLIC_URL: 'shop.example',
    DATABASE_URL: 'mysql://localhost/shop',
    MAIL_FROM: 'x'.repeat(201),
    METRICS_PORT: 'on',
  }
  const incomplete = {
    ADMIN_EMAIL: ADMIN.email,
    STRIPE_SECRET_KEY: 'sk_test_placeholder',
    GOOGLE_CLIENT_ID: 'sample',
  }
  const missing = [
    'ADMIN_PASSWORD',
    'STRIPE_PUBLISHABLE_KEY',
    'STRIPE_WEBHOOK_SECRET',
    'GOOGLE_CLIENT_SECRET',
  ]
  const { code, log } = await startAndFail({ DATA_DIR: storage.dataDir, ...wrong, ...incomplete })
  expect(code).toBe(1)
  const notNamed = [...Object.keys(wrong), ...missing].filter((name) => !log.includes(name))
  expect(notNamed).toEqual([])
  expect(existsSync(storage.dataDir)).toBe(false)
})

test('production refuses to start without its keys, and names them', async () => {
  await using storage = await emptyStorage()
  const { code, log } = await startAndFail({ DATA_DIR: storage.dataDir, NODE_ENV: 'production' })
  expect(code).toBe(1)
  expect(log).toContain('STRIPE_SECRET_KEY')
  expect(log).toContain('SMTP_URL')
  expect(existsSync(storage.dataDir)).toBe(false)
})

test('production with SANDBOX=on shows the banner on every page and starts without data', async () => {
  await using storage = await emptyStorage()
  const environment = { NODE_ENV: 'production', SANDBOX: 'on', SEED: '', ADMIN_EMAIL: '', ADMIN_PASSWORD: '' }
  await using shop = await startShop({ storage, environment })
  for (const path of ['/', '/login', '/blog', '/dashboard', '/nowhere']) {
    expect((await shop.call('GET', path)).body, path).toContain('This shop runs on sandboxes')
  }
  expect((await shop.call('GET', '/api/product')).body).toEqual([])
  expect(shop.log()).toContain('ADMIN_EMAIL')
})

test('without ADMIN_EMAIL a development shop creates an admin and prints the password once', async () => {
  await using storage = await emptyStorage()
  const environment = { ADMIN_EMAIL: '', ADMIN_PASSWORD: '' }
  await using shop = await startShop({ storage, environment })
  const [, email = '', password = ''] = /first admin: (\S+), password (\S+)/.exec(shop.log()) ?? []
  const admin = await shop.signIn({ email, password })
  expect((await shop.call('GET', '/api/user', { as: admin })).body).toEqual([
    { _id: expect.any(String), name: 'Admin', email, emailVerified: true, role: 'admin' },
  ])
  expect((await shop.call('GET', '/')).body).not.toContain('This shop runs on sandboxes')

  await shop.stop()
  await shop.restart()
  expect(shop.log().split(password)).toHaveLength(2)
})

test('two processes that start together on an empty database set it up once', { repeats: 2 }, async () => {
  await using storage = await emptyStorage()
  await using both = new AsyncDisposableStack()
  const start = async () => both.use(await startShop({ storage, seed: 'demo' }))
  const shops = await Promise.all([start(), start()])
  for (const shop of shops) await expectSetUpOnce(shop)
  const database = openDatabase(storage)
  both.defer(() => database.close())
  const { rows } = await sql<{ name: string }>`select name from schema_migrations order by name`.execute(
    database.db,
  )
  expect(rows.map(({ name }) => name)).toEqual(stepNames(migrations).toSorted())
})

async function expectSetUpOnce(shop: RunningShop): Promise<void> {
  expect((await shop.call('GET', '/healthz')).status).toBe(200)
  expect((await shop.call('GET', '/readyz')).status).toBe(200)
  const products = await shop.call('GET', '/api/product')
  expect(products.headers.get('x-total-count')).toBe('60')
  expect(demoParts).toHaveLength(60)
  expect((await shop.call('GET', '/api/rating')).body).toHaveLength(demoTestimonials.length)
  const users = await shop.call('GET', '/api/user', { as: await shop.signIn(ADMIN) })
  expect(users.body).toMatchObject([{ email: ADMIN.email, role: 'admin' }])
  expect(shop.log()).toBe(`The shop is open at ${shop.url.replace('127.0.0.1', 'localhost')}\n`)
}
