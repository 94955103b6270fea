import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { type ClientRequest, request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { demoParts } from '#features/catalog/demo/parts.ts'
import { openDatabase } from '#kit/db/db.ts'
import { migrations } from '../../migrations/list.ts'
import { intentOf, orderFor } from '../support/customer.ts'
import { startPostgres } from '../support/postgres-server.ts'
import { ADMIN, emptyStorage, isOpen, type RunningShop, startInVain, startShop } from '../support/running-shop.ts'

const onPostgres = Boolean(process.env.TEST_DATABASE_URL)

test('a wrong configuration refuses to start, names every problem at once and touches nothing', async () => {
  await using storage = await emptyStorage()
  const { code, log } = await startInVain({
    DATA_DIR: storage.dataDir,
    PORT: '70000',
    HOLD_HOURS: '-1',
    RATE_LIMITS: 'off',
    SEED: 'some',
    PUBLIC_URL: 'shop.example',
    DATABASE_URL: 'mysql://localhost/shop',
    ADMIN_EMAIL: ADMIN.email,
    STRIPE_SECRET_KEY: 'sk_test_placeholder',
    SMTP_URL: 'smtp://mail.example',
  })
  expect(code).not.toBe(0)
  for (const name of [
    'PORT',
    'HOLD_HOURS',
    'RATE_LIMITS',
    'SEED',
    'PUBLIC_URL',
    'DATABASE_URL',
    'ADMIN_PASSWORD',
    'STRIPE_PUBLISHABLE_KEY',
    'MAIL_FROM',
  ]) {
    expect(log).toContain(name)
  }
  expect(existsSync(storage.dataDir)).toBe(false)
})
