import { afterEach, expect, test } from 'vitest'
import { startMailServer } from '#tests/support/mail-server.ts'
import { createMailer, mailsIn } from '#tests/support/mailer.ts'
import { openLog } from '#tests/support/open-log.ts'
import { createTestShop } from '#tests/support/test-shop.ts'
import { createMailOutbox } from './due-mails.ts'
import { enqueueTemplates } from './enqueue.ts'
import { smtpTransport } from './smtp-transport.ts'

const stops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
})

const CONTENT = { subject: 'S', text: 'T', html: 'H' }

type Hook = (to: string) => Promise<unknown>

const nothing: Hook = async () => undefined

/** A shop with one mail that waits. The hooks are waited for while it is written, and while the server takes its recipient and its content. */
async function shopWithMail(write: Hook, beforeData = nothing, atData = nothing) {
  const answer = (to: string) => atData(to).then(() => undefined)
  const server = await startMailServer(answer, 0, beforeData)
  const { log, lines } = openLog()
  const testShop = await createTestShop(server.environment)
  stops.push(server.stop, async () => testShop[Symbol.asyncDispose]())
  const shop = { ...testShop, log }
  const slow = async () => {
    await write('')
    return CONTENT
  }
  const templates = { byName: { slow }, idsOf: () => ({}) }
  const open = () => {
    const mailer = createMailer(shop, templates)
    stops.push(mailer.close)
    return mailer
  }
  await enqueueTemplates(shop.db, shop.now(), [{ to: 'ada@example.com', template: 'slow', about: 'x' }])
  return { shop, server, lines, templates, open }
}

/** What is done the first time only. */
const once = (work: () => Promise<unknown>): Hook => {
  let isFirst = true
  return async () => {
    if (!isFirst) return
    isFirst = false
    await work()
  }
}

const HANG_MS = 130_000

test.each(['while it writes the mail', 'after the server took the recipient'])(
  'a process that hangs %s for longer than its lease does not send what another one has sent, and says so',
  async (when) => {
    const hang = once(async () => {
      shop.advance(HANG_MS)
      await open().job.run()
    })
    const isWriting = when.includes('writes')
    const { shop, server, lines, open } = await shopWithMail(
      isWriting ? hang : nothing,
      isWriting ? nothing : hang,
    )
    await open().job.run()
    expect(server.received.map(({ to }) => to)).toEqual([['ada@example.com']])
    const message = expect.stringContaining('its lease had ended, and another process sends it')
    expect(lines).toMatchObject([{ msg: 'a mail could not be sent', err: { message } }])
    expect(await mailsIn(shop)).toMatchObject([
      { attempts: 2, next_attempt_at: null, sent_at: expect.any(Number) },
    ])
  },
)

test('one whose mail nobody took over sends it, and it is its own for two minutes more', async () => {
  const hang = once(async () => shop.advance(HANG_MS))
  const takeOver = once(async () => {
    shop.advance(110_000)
    await open().job.run()
  })
  const { shop, server, open } = await shopWithMail(hang, nothing, takeOver)
  await open().job.run()
  expect(server.received).toHaveLength(1)
  expect(await mailsIn(shop)).toMatchObject([{ attempts: 1, next_attempt_at: null }])
})

test('the failure of a process whose mail another one is sending leaves it to that one', async () => {
  const taken = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const hang = once(async () => {
    shop.advance(HANG_MS)
    second = open().job.run()
    await taken.promise
    throw new Error('it cannot be written')
  })
  let second: Promise<unknown> | undefined
  const { shop, server, open } = await shopWithMail(hang, async () => {
    taken.resolve()
    await held.promise
  })
  await open().job.run()
  expect(await mailsIn(shop)).toMatchObject([
    { attempts: 2, claimed_at: expect.any(Number), last_error: null },
  ])
  held.resolve()
  await second
  expect(server.received).toHaveLength(1)
})

test('a delivery is broken off before its lease ends, also when the server answers a bit now and then', async () => {
  const never = Promise.withResolvers<void>()
  const { shop, server, templates } = await shopWithMail(nothing, () => never.promise)
  const { smtp } = shop.config
  if (!smtp) throw new Error('the shop has no mail server')
  const transport = smtpTransport(smtp, 50)
  expect(await transport.deliverDue(createMailOutbox(shop, templates))).toBe('unavailable')
  await expect.poll(server.connections).toBe(0)
  expect(server.received).toEqual([])
  expect(await mailsIn(shop)).toMatchObject([
    { claimed_at: null, attempts: 1, last_error: expect.stringMatching(/abort/i) },
  ])
  never.resolve()
  await transport.close()
})
