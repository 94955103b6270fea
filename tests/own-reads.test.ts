import { expect, test } from 'vitest'
import { OWN_READ_LIMIT } from '#kit/server/rate-limit.ts'
import type { Person } from './support/customer.ts'
import { createTestApp } from './support/test-app.ts'

const FIRST = { 'X-Forwarded-For': '192.0.2.1' }
const SECOND = { 'X-Forwarded-For': '192.0.2.2' }

// attack: costly-reads
test('reads of what is the caller’s own are limited by account and address over all of these calls, and write nothing', async () => {
  await using shop = await createTestApp({ TRUST_PROXY: '1' })
  const [eve, ada] = [await shop.register(), await shop.register()]
  const paths = shop.app.calls
    .filter(({ door }) => door?.limit === 'reads')
    .map(({ path }) => path.replace(/^\/api|\{\w+\}/g, (part) => (part === '/api' ? '' : 'x')))
  expect(paths).toEqual(expect.arrayContaining(['/list', '/myorders', '/cart', '/address']))
  const read = (as: Person, path: string, headers = FIRST) => shop.call('GET', `/api${path}`, { as, headers })
  const { account = 0, windowMs } = OWN_READ_LIMIT
  await shop.shop.db.deleteFrom('rate_limits').execute()
  for (let count = 0; count < account; count += 1)
    expect((await read(eve, paths[count % paths.length] ?? '')).status).toBeLessThan(429)
  for (const path of paths) {
    const refused = await read(eve, path, SECOND)
    expect([refused.status, refused.body.code], path).toEqual([429, 'too_many_requests'])
    expect(refused.headers.get('content-type')).toBe('application/problem+json')
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(windowMs / 1000)
  }
  expect((await read(ada, '/list')).status).toBe(200)
  expect(await shop.shop.db.selectFrom('rate_limits').selectAll().execute()).toEqual([])
  shop.shop.advance(windowMs)
  expect((await read(eve, '/list')).status).toBe(200)
})
