import { expect, test, vi } from 'vitest'
import { startJobs } from '#kit/jobs.ts'
import { jobSignal } from '#kit/signals.ts'
import { DAY_MS } from '#kit/time.ts'
import { ORIGIN } from './support/customer.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'

const readyz = async (app: TestApp, init: RequestInit = {}, remoteAddress?: string) => {
  const incoming = { socket: { remoteAddress, remotePort: 1, remoteFamily: 'IPv4' } }
  const request = new Request(`${ORIGIN}/readyz`, init)
  return (await app.app.fetch(request, remoteAddress ? { incoming } : undefined)).json()
}

test.runIf(process.env.TEST_DATABASE_URL)(
  'a process whose clock is four days fast cancels no unpaid order, mails and deletes nothing, until its clock is right',
  async () => {
    await using app = await createTestApp()
    const error = vi.spyOn(app.shop.log, 'error')
    const customer = await app.register()
    const order = await app.order(customer, await app.addProduct())
    // A cancelled order is there as well.
    const shown = () => app.call('GET', `/api/myorder/${order._id}`, { as: customer })
    const rows = async () => {
      const tables = ['rate_limits', 'verification', 'outbox'] as const
      return Promise.all(tables.map((table) => app.shop.db.selectFrom(table).selectAll().execute()))
    }
    app.shop.advance(4 * DAY_MS)
    const before = await rows()
    const mayRun = vi.fn(app.app.health.mayRunJobs)
    const runs: string[] = []
    const stopListening = jobSignal.listen(({ job }) => runs.push(job))
    const stopJobs = startJobs(app.app.jobs, { log: app.shop.log, mayRun })
    // Each of them asks twice at least.
    await expect
      .poll(() => mayRun.mock.calls.length, { timeout: 20_000 })
      .toBeGreaterThan(2 * app.app.jobs.length)
    expect(runs).toEqual([])
    expect(await rows()).toEqual(before)
    expect(error.mock.calls.map(([, text]) => text)).toEqual([
      expect.stringContaining('differs from that of the database by more than 30 s'),
    ])
    const warning = 'the clock is 345600 s ahead of that of the database: this process runs no jobs'
    expect(await readyz(app)).toMatchObject({ status: 'ok', warnings: [warning] })

    app.shop.advance(-4 * DAY_MS)
    await expect.poll(() => runs, { timeout: 20_000 }).toContain('cancel lapsed orders')
    expect(await shown()).toMatchObject({ status: 200, body: { _id: order._id } })
    expect((await shown()).body).not.toHaveProperty('cancelledAt')
    expect(await readyz(app)).not.toHaveProperty('warnings')
    await stopJobs()
    stopListening()
  },
)

// attack: told-outside
test('only who calls from this machine, and not through a proxy of it, is told what the shop needs', async () => {
  await using app = await createTestApp()
  const told = { status: 'ok', release: expect.any(String) }
  expect(await readyz(app, {}, '127.0.0.1')).toEqual(told)
  expect(await readyz(app, {}, '::1')).toEqual(told)
  expect(await readyz(app, {}, '::ffff:127.0.0.1')).toEqual(told)
  const others: [object, string][] = [
    [{}, '192.0.2.7'],
    [{}, '::ffff:192.0.2.7'],
    [{ 'X-Forwarded-For': '127.0.0.1' }, '127.0.0.1'],
    [{ Forwarded: 'for=127.0.0.1' }, '127.0.0.1'],
    [{ Via: '1.1 proxy' }, '127.0.0.1'],
    [{ 'X-Real-IP': '192.0.2.7' }, '::1'],
  ]
  for (const [headers, address] of others)
    expect(await readyz(app, { headers: headers as Record<string, string> }, address)).toEqual({
      status: 'ok',
    })
})
