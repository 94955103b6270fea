import { expect, test, vi } from 'vitest'
import { kindOf } from '#kit/db/db.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#kit/time.ts'
import { createTestShop } from '#tests/support/test-shop.ts'
import { watchClock } from './clock-watch.ts'

const wrong = (offsetMs: unknown) => [
  { offsetMs },
  expect.stringContaining('differs from that of the database'),
]

test('a clock that is set is noticed at once, on PostgreSQL, and said in the log once', async () => {
  await using shop = await createTestShop()
  const error = vi.spyOn(shop.log, 'error')
  const info = vi.spyOn(shop.log, 'info')
  const clock = watchClock(shop)
  expect(await clock.isRight()).toBe(true)
  expect(Math.abs(await clock.offsetMs())).toBeLessThan(SECOND_MS)
  shop.advance(2 * HOUR_MS)
  if (kindOf(shop.db) === 'sqlite') {
    expect(await clock.offsetMs()).toBe(0)
    expect(await clock.isRight()).toBe(true)
    return
  }
  expect(await clock.isRight()).toBe(false)
  expect(await clock.isRight()).toBe(false)
  expect(Math.abs((await clock.offsetMs()) - 2 * HOUR_MS)).toBeLessThan(SECOND_MS)
  expect(error.mock.calls).toEqual([wrong(expect.any(Number))])
  shop.advance(-4 * HOUR_MS)
  expect(await clock.isRight()).toBe(false)
  expect(await clock.offsetMs()).toBeLessThan(-HOUR_MS)
  expect(error).toHaveBeenCalledTimes(1)
  shop.advance(2 * HOUR_MS + 29 * SECOND_MS)
  expect(await clock.isRight()).toBe(true)
  expect(info.mock.calls.map(([, text]) => text)).toEqual([
    'the clock of the process is right again: jobs run',
  ])
})

test.runIf(process.env.TEST_DATABASE_URL)('a slow answer of the database is no wrong clock', async () => {
  await using shop = await createTestShop()
  let isAsked = false
  const now = () => {
    const wasAsked = isAsked
    isAsked = true
    return Date.now() + (wasAsked ? MINUTE_MS : -MINUTE_MS)
  }
  // By this clock the database answers after two minutes.
  const slow = { ...shop, now }
  expect(await watchClock(slow).offsetMs()).toBe(0)
})
