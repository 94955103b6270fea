import { CompiledQuery, sql } from 'kysely'
import { expect, test } from 'vitest'
import { kindOf } from '#kit/db/db.ts'
import { enqueueTemplates } from '#kit/mail/enqueue.ts'
import { mailHealth } from '#kit/mail/mailer.ts'
import type { Shop } from '#kit/shop.ts'
import { DAY_MS, HOUR_MS } from '#kit/time.ts'
import { createMailer, mailsIn, sandboxMailsIn } from '#tests/support/mailer.ts'
import { createTestShop } from '#tests/support/test-shop.ts'
import {
  addToOutbox,
  claim,
  deleteOldEntries,
  dueQuery,
  findDue,
  markSent,
  outboxHealth,
  recordFailure,
} from './outbox.ts'

const SAMPLE = 'sample'
const rowsIn = ({ db }: Shop) => db.selectFrom('outbox').selectAll().orderBy('id').execute()

/** Sends the due samples as a job of one process does; resolves to what it sent. */
async function sendSamples(shop: Shop): Promise<unknown[]> {
  const sent: unknown[] = []
  for (const entry of await findDue(shop, SAMPLE, 10)) {
    if (!(await claim(shop, entry))) continue
    sent.push(entry.payload)
    await markSent(shop, entry)
  }
  return sent
}

/** Fails the due samples; resolves to whether each is given up. */
async function failSamples(shop: Shop): Promise<boolean[]> {
  const reports: boolean[] = []
  for (const entry of await findDue(shop, SAMPLE, 10))
    await recordFailure(shop, entry, new Error('not now'), (givenUp) => reports.push(givenUp))
  return reports
}

test('an entry does not leave before its time, and leaves once after it, with several processes', async () => {
  await using shop = await createTestShop()
  const send = async () => (await Promise.all([sendSamples(shop), sendSamples(shop)])).flat()
  const inAnHour = shop.now() + HOUR_MS
  await addToOutbox(shop.db, shop.now(), SAMPLE, [
    { payload: { n: 'later' }, notBefore: inAnHour },
    { payload: { n: 'now' } },
    { payload: { n: 'past' }, notBefore: shop.now() - HOUR_MS },
  ])
  expect(await send()).toHaveLength(2)
  shop.advance(inAnHour - shop.now() - 10_000)
  expect(await send()).toEqual([])
  expect((await rowsIn(shop)).filter(({ next_attempt_at }) => next_attempt_at === inAnHour)).toHaveLength(1)
  shop.advance(10_000)
  expect(await send()).toEqual([{ n: 'later' }])
  shop.advance(DAY_MS)
  expect(await send()).toEqual([])
})

test('a mail does not leave before its time, and leaves once after it, with several processes', async () => {
  await using shop = await createTestShop()
  const greeting = async (_shop: Shop, about: string) => ({ subject: about, text: about, html: about })
  const mailers = [1, 2].map(() =>
    createMailer(shop, { byName: { greeting }, idsOf: (sampleId) => ({ sampleId }) }),
  )
  const runAll = () => Promise.all(mailers.map(({ job }) => job.run()))
  const mail = { to: 'ada@example.com', template: 'greeting', about: 'x', notBefore: shop.now() + HOUR_MS }
  await shop.db.transaction().execute((trx) => enqueueTemplates(trx, shop.now(), [mail]))
  shop.advance(HOUR_MS - 10_000)
  await runAll()
  expect(await sandboxMailsIn(shop)).toEqual([])
  expect(await mailsIn(shop)).toMatchObject([{ attempts: 0, not_before: mail.notBefore, about: 'x' }])
  expect(await mailHealth(shop)).toEqual({ waiting: 0, oldestWaitingMs: 0, failing: 0 })
  shop.advance(10_000)
  expect(await mailHealth(shop)).toMatchObject({ waiting: 1, failing: 0 })
  await runAll()
  await runAll()
  expect(await sandboxMailsIn(shop)).toMatchObject([{ recipient: mail.to, subject: 'x' }])
})

test('the mail job neither sends nor changes nor counts entries of another kind', async () => {
  await using shop = await createTestShop()
  const payload = { to: 'ada@example.com', subject: 'S', text: 'T', html: 'H' }
  await addToOutbox(shop.db, shop.now(), SAMPLE, [{ payload, about: 'x' }])
  const before = await rowsIn(shop)
  await createMailer(shop).job.run()
  expect(await rowsIn(shop)).toEqual(before)
  expect(await sandboxMailsIn(shop)).toEqual([])
  expect(await mailHealth(shop)).toMatchObject({ waiting: 0 })
  expect(await outboxHealth(shop, SAMPLE)).toMatchObject({ waiting: 1 })
  expect(await sendSamples(shop)).toEqual([payload])
})

test('the wait, the three days of attempts and the thirty days of storage begin when an entry may leave', async () => {
  await using shop = await createTestShop()
  const inFortyDays = shop.now() + 40 * DAY_MS
  await addToOutbox(shop.db, shop.now(), SAMPLE, [{ payload: { n: 1 }, notBefore: inFortyDays }])
  shop.advance(inFortyDays - shop.now() + HOUR_MS)
  const { oldestWaitingMs } = await outboxHealth(shop, SAMPLE)
  expect(Math.round(oldestWaitingMs / HOUR_MS)).toBe(1)
  expect(await failSamples(shop)).toEqual([false])
  expect(await outboxHealth(shop, SAMPLE)).toMatchObject({ waiting: 1, failing: 1 })
  shop.advance(3 * DAY_MS)
  expect(await failSamples(shop)).toEqual([true])
  expect(await outboxHealth(shop, SAMPLE)).toEqual({ waiting: 0, oldestWaitingMs: 0, failing: 0 })
  await deleteOldEntries(shop)
  expect(await rowsIn(shop)).toMatchObject([{ payload: '{}', sent_at: null, last_error: 'Error: not now' }])
  shop.advance(27 * DAY_MS)
  await deleteOldEntries(shop)
  expect(await rowsIn(shop)).toEqual([])
})

test.each([false, true])('the index has the due entries in their sequence (tried: %s)', async (isTried) => {
  await using shop = await createTestShop()
  const { sql: text, parameters } = dueQuery(shop, SAMPLE, { isTried }).limit(20).compile()
  if (kindOf(shop.db) === 'sqlite') {
    const plan = CompiledQuery.raw(`explain query plan ${text}`, [...parameters])
    const { rows } = await shop.db.executeQuery<{ detail: string }>(plan)
    const details = rows.map(({ detail }) => detail).join('\n')
    expect(details).toContain('SEARCH outbox USING INDEX outbox_due')
    expect(details).toContain('SEARCH earlier USING INDEX outbox_waiting_about (about=? AND id<?)')
    expect(details).not.toContain('TEMP B-TREE')
    return
  }
  // With many rows, most of which have left.
  await sql`insert into outbox (id, kind, about, payload, not_before, attempts, next_attempt_at, sent_at)
    select 'row ' || n, 'sample', 'record ' || n, '{}', n, n % 2, case when n % 20 = 0 then n end, 1
    from generate_series(1, 100000) as n`.execute(shop.db)
  await sql`analyze outbox`.execute(shop.db)
  const { rows } = await shop.db.executeQuery<{ 'QUERY PLAN': string }>(
    CompiledQuery.raw(`explain ${text}`, [...parameters]),
  )
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toMatch(/Index Scan using outbox_due on outbox/)
  expect(plan).toMatch(/outbox_waiting_about/)
  expect(plan).not.toMatch(/Sort|Seq Scan/)
})
