import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { PASSWORD } from '../support/customer.ts'
import { startPostgres } from '../support/postgres-server.ts'
import {
  ADMIN,
  emptyStorage,
  isOpen,
  type RunningShop,
  type Storage,
  startShop,
} from '../support/running-shop.ts'

const STOP_LIMIT_MS = 10_000

const ACCOUNT = { name: 'Sample Customer', email: 'customer@example.com', password: PASSWORD }

describe.concurrent('SIGTERM', () => {
  test('accepts no new connection, completes the current request, and exits with 0', async () => {
    await using storage = await emptyStorage()
    await using shop = await startShop({ storage })
    const call = await startSignUp(shop)
    const stopped = shop.stop()
    await expect.poll(() => isOpen(Number(new URL(shop.url).port))).toBe(false)

    call.end(JSON.stringify(ACCOUNT))
    const [response] = (await once(call, 'response')) as [IncomingMessage]
    expect(response.statusCode).toBe(200)
    expect(await json(response)).toMatchObject({ user: { email: ACCOUNT.email } })
    expect(await stopped).toEqual({ code: 0, signal: null })

    await shop.restart()
    expect(await shop.signIn(ACCOUNT)).toMatchObject({ email: ACCOUNT.email })
  })

  test('waits less than ten seconds for a request that never ends', async () => {
    await using storage = await emptyStorage()
    await using shop = await startShop({ storage })
    const call = await startSignUp(shop)
    const closed = once(call, 'error')
    const startedMs = performance.now()
    expect(await shop.stop()).toEqual({ code: 0, signal: null })
    expect(performance.now() - startedMs).toBeLessThan(STOP_LIMIT_MS)
    await closed
  })

  test.runIf(process.env.TEST_DATABASE_URL)(
    'an export ends before its process, as long as is said',
    async () => {
      await using storage = await emptyStorage()
      await using shop = await startShop({ storage, environment: { STOP_SECONDS: '40' } })
      const { token } = await shop.signIn(ADMIN)
      const locking = new pg.Client({ connectionString: storage.databaseUrl })
      await locking.connect()
      await locking.query('begin; lock table invoices in access exclusive mode')
      const response = await fetch(`${shop.url}/api/invoices.csv`, {
        headers: { Authorization: `Bearer ${token}` },
      })
      expect(response.status).toBe(200)
      const stopped = shop.stop()
      // Longer than a process takes to stop where nothing else is said.
      await pause(STOP_LIMIT_MS)
      await locking.query('commit').finally(() => locking.end())
      expect(await response.text()).toMatch(/^"?number.*\r\n$/i)
      expect(await stopped).toEqual({ code: 0, signal: null })
    },
  )
})

/** Starts a call without its body; resolves when the shop has received the headers. */
async function startSignUp(shop: RunningShop): Promise<ClientRequest> {
  const call = request(`${shop.url}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'Content-Length': JSON.stringify(ACCOUNT).length,
      Origin: shop.url,
      Expect: '100-continue',
    },
  })
  call.flushHeaders()
  await once(call, 'continue')
  return call
}

test.runIf(process.env.TEST_DATABASE_URL)(
  'without its database the shop keeps running, answers 503, and can be stopped',
  async () => {
    const postgres = await startPostgres()
    await using cleanUp = new AsyncDisposableStack()
    cleanUp.defer(() => postgres.stop())
    const dataDir = mkdtempSync(join(tmpdir(), 'shop-running-'))
    cleanUp.defer(() => rmSync(dataDir, { recursive: true }))
    const storage: Storage = {
      dataDir,
      databaseUrl: postgres.url,
      [Symbol.asyncDispose]: async () => undefined,
    }
    const shop = cleanUp.use(await startShop({ storage }))
    const status = async (path: string) => (await shop.call('GET', path)).status
    expect(await status('/readyz')).toBe(200)

    await postgres.halt()
    await expect.poll(() => status('/readyz')).toBe(503)
    expect(await status('/healthz')).toBe(200)
    const refused = await shop.call('GET', '/api/product')
    expect(refused.status).toBe(503)
    expect(refused.headers.get('content-type')).toContain('application/problem+json')
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(refused.body).toMatchObject({ status: 503, code: 'unavailable' })
    // Cached pages are sent for another quarter of a second.
    await expect.poll(() => status('/')).toBe(503)
    const page = await shop.call('GET', '/')
    expect(page.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(page.body).toContain('<h1')
    expect(page.body).toContain('Try again in a moment.')
    expect(await shop.stop()).toEqual({ code: 0, signal: null })
  },
)
