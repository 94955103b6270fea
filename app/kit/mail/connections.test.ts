import { afterEach, expect, test, vi } from 'vitest'
import { IDLE, startJobs } from '#kit/jobs.ts'
import { startMailServer } from '#tests/support/mail-server.ts'
import { createMailer, mailsIn } from '#tests/support/mailer.ts'
import { openLog } from '#tests/support/open-log.ts'
import { createTestShop } from '#tests/support/test-shop.ts'
import type { MailTemplates } from './due-mails.ts'
import { enqueueMail, enqueueTemplates } from './enqueue.ts'

const stops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
})

const TEMPLATES: MailTemplates = {
  byName: { sample: async (_shop, about) => ({ subject: about, text: about, html: about }) },
  idsOf: (sampleId) => ({ sampleId }),
}

/** A shop with so many connections to a mail server that answers each mail when the test says so. */
async function shopWithServer(connections: number) {
  const held: { to: string; answer: (refusal?: Error) => void }[] = []
  let isHolding = true
  const server = await startMailServer(async (to) => {
    if (!isHolding) return undefined
    return new Promise<Error | undefined>((answer) => held.push({ to, answer }))
  })
  const shop = await createTestShop({ ...server.environment, SMTP_CONNECTIONS: String(connections) })
  const hold = (isOn: boolean) => {
    isHolding = isOn
  }
  const answerAll = () => {
    hold(false)
    for (const { answer } of held.splice(0)) answer()
  }
  stops.push(server.stop, async () => shop[Symbol.asyncDispose]())
  const openMailer = () => {
    const mailer = createMailer(shop, TEMPLATES)
    stops.push(mailer.close)
    return mailer
  }
  return { shop, server, held, hold, answerAll, openMailer }
}

const addressOf = (n: number) => `customer${n}@example.com`
const mailTo = (to: string) => ({ to, subject: 'S', text: 'T', html: 'H' })
const samples = (count: number, first = 0) =>
  Array.from({ length: count }, (_, n) => {
    return { to: addressOf(first + n), template: 'sample', about: `record ${first + n}` }
  })

test('as many mails are on their way at once as there are connections, each once', async () => {
  const { shop, server, held, answerAll, openMailer } = await shopWithServer(4)
  await enqueueTemplates(shop.db, shop.now(), samples(10))
  const running = openMailer().job.run()
  await expect.poll(() => held.length).toBe(4)
  expect(server.connections()).toBe(4)
  answerAll()
  await running
  expect(server.received.map(({ to }) => to[0]).sort()).toEqual(samples(10).map(({ to }) => to))
})

test('a process that stops ends the mails that are on their way, and begins no others', async () => {
  const { shop, server, held, answerAll, openMailer } = await shopWithServer(2)
  await enqueueTemplates(shop.db, shop.now(), samples(10))
  const stopJobs = startJobs(openMailer().jobs, { log: shop.log })
  await expect.poll(() => held.length).toBe(2)
  const stopping = stopJobs()
  answerAll()
  await stopping
  expect(server.received).toHaveLength(2)
  expect((await mailsIn(shop)).filter(({ attempts }) => attempts > 0)).toHaveLength(2)
})

test('a mail that the server is slow to take delays no other', async () => {
  const { shop, server, held, openMailer } = await shopWithServer(2)
  await enqueueTemplates(shop.db, shop.now(), samples(6))
  const stopJobs = startJobs(openMailer().jobs, { log: shop.log })
  await expect.poll(() => held.length).toBe(2)
  const [slow, ...others] = held.splice(0)
  for (const { answer } of others) answer()
  // The other connection sends the rest, one after the other.
  for (let count = 2; count <= 5; count += 1) {
    await expect.poll(() => held.length, { timeout: 5000 }).toBe(1)
    held.pop()?.answer()
    await expect.poll(() => server.received.length).toBe(count)
  }
  slow?.answer()
  await stopJobs()
  expect(server.received).toHaveLength(6)
  expect(server.received.at(-1)?.to).toEqual([slow?.to])
})

test('a mail that somebody waits for leaves before 500 others that were added earlier', async () => {
  const { shop, server, answerAll, openMailer } = await shopWithServer(1)
  answerAll()
  await enqueueTemplates(shop.db, shop.now(), samples(500))
  shop.advance(1000)
  await enqueueMail(shop.db, shop.now(), mailTo('ada@example.com'), { isUrgent: true })
  await openMailer().job.run()
  expect(server.received[0]?.to).toEqual(['ada@example.com'])
  expect(server.received).toHaveLength(20)
})

test('one that is added while 500 leave waits for those only that were read before', async () => {
  const { shop, server, held, answerAll, openMailer } = await shopWithServer(3)
  await enqueueTemplates(shop.db, shop.now(), samples(500))
  const running = openMailer().job.run()
  await expect.poll(() => held.length).toBe(3)
  await enqueueMail(shop.db, shop.now(), mailTo('ada@example.com'), { isUrgent: true })
  answerAll()
  await running
  const place = server.received.findIndex(({ to }) => to[0] === 'ada@example.com')
  // Three were on their way. Of three connections that ask for the next, two may ask before it is read.
  expect(place).toBeGreaterThanOrEqual(3)
  expect(place).toBeLessThanOrEqual(6)
})

test('an urgent mail that failed is tried again before others that failed', async () => {
  const { shop, server, answerAll, openMailer } = await shopWithServer(1)
  answerAll()
  await enqueueTemplates(shop.db, shop.now(), samples(5))
  await enqueueMail(shop.db, shop.now(), mailTo('ada@example.com'), { isUrgent: true })
  await shop.db.updateTable('outbox').set({ attempts: 1 }).execute()
  await openMailer().job.run()
  expect(server.received[0]?.to).toEqual(['ada@example.com'])
})

test('mails about a record arrive in sequence, also when the first is tried again, and those of others do not wait', async () => {
  const { shop, server, held, openMailer, answerAll } = await shopWithServer(3)
  const placed = { to: 'placed@example.com', template: 'sample', about: 'record' }
  await enqueueTemplates(shop.db, shop.now(), [placed])
  shop.advance(1)
  await enqueueTemplates(shop.db, shop.now(), [{ ...placed, to: 'paid@example.com' }])
  shop.advance(1)
  await enqueueTemplates(shop.db, shop.now(), [{ ...placed, to: 'shipped@example.com' }, ...samples(1)])
  const { job } = openMailer()
  let running = job.run()
  await expect.poll(() => held.length).toBe(2)
  expect(held.map(({ to }) => to).sort()).toEqual([addressOf(0), placed.to])
  for (const { to, answer } of held.splice(0)) answer(to === placed.to ? new Error('not now') : undefined)
  await running
  expect(server.received.map(({ to }) => to[0])).toEqual([addressOf(0)])
  shop.advance(20_000)
  answerAll()
  running = job.run()
  await running
  const sequence = ['placed@example.com', 'paid@example.com', 'shipped@example.com']
  expect(server.received.slice(1).map(({ to }) => to[0])).toEqual(sequence)
})

test('after an hour a mail waits no longer for an earlier one about its record', async () => {
  const { shop, server, answerAll, openMailer } = await shopWithServer(1)
  answerAll()
  const stuck = { to: 'placed@example.com', template: 'unknown', about: 'record' }
  await enqueueTemplates(shop.db, shop.now(), [stuck])
  shop.advance(1)
  await enqueueTemplates(shop.db, shop.now(), [{ ...stuck, template: 'sample', to: 'paid@example.com' }])
  const { job } = openMailer()
  await job.run()
  shop.advance(59 * 60_000)
  await job.run()
  expect(server.received).toEqual([])
  shop.advance(2 * 60_000)
  await job.run()
  expect(server.received.map(({ to }) => to[0])).toEqual(['paid@example.com'])
})

test('mails that a process was sending when it was killed are sent by another, and none is lost', async () => {
  const { shop, server, held, hold, openMailer } = await shopWithServer(3)
  await enqueueTemplates(shop.db, shop.now(), samples(8))
  // As far as the database knows it is killed: it records no outcome before the others have sent all.
  const running = openMailer().job.run()
  await expect.poll(() => held.length).toBe(3)
  hold(false)
  const onTheirWay = new Set(held.map(({ to }) => to))
  const sent = () => server.received.map(({ to }) => to[0] ?? '')
  const others = [openMailer(), openMailer()]
  await Promise.all(others.map(({ job }) => job.run()))
  expect(sent()).toHaveLength(5)
  expect(sent().filter((to) => onTheirWay.has(to))).toEqual([])
  shop.advance(2 * 60_000 + 1)
  await Promise.all(others.map(({ job }) => job.run()))
  expect(sent().sort()).toEqual(samples(8).map(({ to }) => to))
  for (const { answer } of held) answer(new Error('the process is gone'))
  await running
  const unfinished = (await mailsIn(shop)).filter((mail) => mail.next_attempt_at ?? mail.last_error)
  expect(unfinished).toEqual([])
})

test('while the server accepts nothing one connection asks, less and less often, until it does', async () => {
  const { shop: testShop, server } = await shopWithServer(3)
  const { log, lines } = openLog()
  const shop = { ...testShop, log }
  const mailer = createMailer(shop, TEMPLATES)
  stops.push(mailer.close)
  await server.stop()
  await enqueueTemplates(shop.db, shop.now(), samples(30))
  const { jobs } = mailer
  const attempts = async () => (await mailsIn(shop)).reduce((sum, { attempts: tried }) => sum + tried, 0)
  for (const { run } of jobs) await run()
  expect(await attempts()).toBe(1)
  shop.advance(400)
  for (const { run } of jobs) expect(await run()).toBe(IDLE)
  expect(await attempts()).toBe(1)
  for (let count = 2; count <= 8; count += 1) {
    shop.advance(30_000)
    for (const { run } of jobs) await run()
    expect(await attempts()).toBe(count)
  }
  expect(lines).toMatchObject([
    { msg: 'the mail server accepts no mails', err: { message: expect.stringContaining('ECONNREFUSED') } },
  ])
  const back = await startMailServer(undefined, server.port)
  // Before the server, which would wait for its connections.
  stops.push(back.stop, mailer.close)
  const realNow = performance.now.bind(performance)
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => realNow() + 10_000)
  for (let turn = 0; turn < 3; turn += 1) {
    shop.advance(60_000)
    for (const { run } of jobs) await run()
  }
  clock.mockRestore()
  expect(back.received).toHaveLength(30)
  expect(lines.slice(1)).toMatchObject([{ msg: 'the mail server accepts mails again', failed: { mails: 8 } }])
})
