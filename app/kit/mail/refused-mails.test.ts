import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterEach, expect, test } from 'vitest'
import type { Shop } from '#kit/shop.ts'
import { createMailer, mailsIn } from '#tests/support/mailer.ts'
import { openLog } from '#tests/support/open-log.ts'
import { createTestShop } from '#tests/support/test-shop.ts'
import type { MailTemplates } from './due-mails.ts'
import { enqueueMail, enqueueTemplates } from './enqueue.ts'
import { mailHealth } from './mailer.ts'

type Step = 'MAIL FROM' | 'RCPT TO' | 'DATA'

/** The status with which the server refuses a step of this mail; undefined if it accepts it. */
type SmtpReply = (step: Step, address: string) => number | undefined

const stops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

/** A mail server that refuses with the status of `reply` and repeats the address, and a shop that sends to it. */
async function shopWithServer(reply: SmtpReply, templates?: MailTemplates) {
  const received: string[] = []
  const refuse = (step: Step, address: string): Error | null => {
    const responseCode = reply(step, address)
    const message = `${responseCode === 450 ? '4.2.0' : '5.1.1'} <${address}> is not wanted here`
    return responseCode === undefined ? null : Object.assign(new Error(message), { responseCode })
  }
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onMailFrom: ({ address }, _session, done) => done(refuse('MAIL FROM', address)),
    onRcptTo: ({ address }, _session, done) => done(refuse('RCPT TO', address)),
    onData: (stream, session, done) => {
      const address = session.envelope.rcptTo[0]?.address ?? ''
      stream.resume().on('end', () => {
        const refusal = refuse('DATA', address)
        if (!refusal) received.push(address)
        done(refusal)
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  const testShop = await createTestShop({
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    MAIL_FROM: 'shop@example.com',
    // The tests say what becomes of a mail after another.
    SMTP_CONNECTIONS: '1',
  })
  const { log, lines, written } = openLog()
  const shop: Shop = { ...testShop, log }
  const mailer = createMailer(shop, templates)
  stops.push(async () => {
    await mailer.close()
    await testShop[Symbol.asyncDispose]()
    await new Promise<void>((resolve) => server.close(resolve))
  })
  const fill = async (...recipients: string[]) => {
    for (const to of recipients) {
      await enqueueMail(shop.db, shop.now(), { to, subject: 'S', text: 'a link', html: 'a link' })
      // Mails of the same millisecond are sent in any sequence.
      testShop.advance(1)
    }
  }
  return { shop: testShop, received, lines, written, fill, run: mailer.job.run }
}

const FORTY = Array.from({ length: 40 }, (_, n) => `nobody${n}@example.com`)
const ADA = 'ada@example.com'

const refusing =
  (code: number, at: Step = 'RCPT TO', whom = 'nobody'): SmtpReply =>
  (step, address) =>
    step === at && address.startsWith(whom) ? code : undefined

// attack: refused-mails
test.each(['RCPT TO', 'DATA'] as const)(
  'mails that are refused permanently at %s are given up, and delay no other',
  async (step) => {
    const { shop, received, lines, written, fill, run } = await shopWithServer(refusing(550, step))
    await fill(...FORTY, ADA)
    for (let round = 0; round < 3; round += 1) await run()
    expect(received).toEqual([ADA])
    const refused = (await mailsIn(shop)).filter(({ sent_at }) => sent_at === null)
    expect(refused).toHaveLength(40)
    for (const [index, { last_error, ...mail }] of refused.entries()) {
      expect(mail).toMatchObject({ next_attempt_at: null, attempts: 1, payload: '{}' })
      expect(last_error).toContain(`550 5.1.1 <${FORTY[index]}>`)
    }
    expect(await mailHealth(shop)).toEqual({ waiting: 0, oldestWaitingMs: 0, failing: 0 })
    expect(lines).toHaveLength(40)
    expect(lines[0]).toMatchObject({
      level: 50,
      msg: 'a mail could not be sent',
      givenUp: true,
      mailId: refused[0]?.id,
      err: { message: expect.stringMatching(/^E[A-Z]+ \((RCPT TO|DATA)\): 550 5\.1\.1$/) },
    })
    expect(written()).not.toMatch(/nobody|example\.com/)
  },
)

// attack: refused-mails
test('mails that are refused temporarily are tried again later, and delay no other', async () => {
  const { shop, received, written, fill, run } = await shopWithServer(refusing(450))
  await fill(...FORTY, ADA)
  for (let round = 0; round < 3; round += 1) await run()
  expect(received).toEqual([ADA])
  expect(await mailHealth(shop)).toMatchObject({ waiting: 40, failing: 40 })
  expect(written()).not.toMatch(/nobody|example\.com/)
  // All forty are due again, and were due before the mail that is added now.
  shop.advance(60_000)
  await fill('grace@example.com')
  await run()
  expect(received).toEqual([ADA, 'grace@example.com'])
  expect((await mailsIn(shop)).filter(({ attempts }) => attempts === 2)).toHaveLength(19)
})

test('mails that failed are tried again, however many new ones are added', async () => {
  let code: number | undefined = 450
  const { shop, received, fill, run } = await shopWithServer((step) =>
    step === 'RCPT TO' ? code : undefined,
  )
  await fill(ADA)
  await run()
  code = undefined
  shop.advance(60_000)
  await fill(...FORTY)
  await run()
  expect(received).toHaveLength(20)
  expect(received).toContain(ADA)
})

test.each([450, 550])('after a refused sender (%i) no mail is given up, and the run ends', async (code) => {
  const { shop, lines, fill, run } = await shopWithServer(refusing(code, 'MAIL FROM', 'shop'))
  await fill(ADA, 'grace@example.com')
  await run()
  const [first, second] = await mailsIn(shop)
  expect(first).toMatchObject({ attempts: 1, text: 'a link' })
  expect(first?.next_attempt_at).toBeGreaterThan(shop.now())
  expect(second).toMatchObject({ attempts: 0, last_error: null })
  expect(lines).toHaveLength(1)
})

test('a server that closes the connection ends the run', async () => {
  const { shop, written, fill, run } = await shopWithServer(refusing(421))
  await fill('nobody@example.com', ADA)
  await run()
  expect(await mailsIn(shop)).toMatchObject([{ attempts: 1 }, { attempts: 0 }])
  expect(await mailHealth(shop)).toMatchObject({ waiting: 2, failing: 1 })
  expect(written()).not.toMatch(/nobody|example\.com/)
})

test('a mail that cannot be written delays no other, and the log has the id of its record', async () => {
  const templates: MailTemplates = {
    byName: { greeting: async () => ({ subject: 'S', text: 'T', html: 'H' }) },
    idsOf: (sampleId) => ({ sampleId }),
  }
  const { shop, received, lines, run } = await shopWithServer(() => undefined, templates)
  const mail = (template: string, about: string) => ({ to: ADA, template, about })
  await enqueueTemplates(shop.db, shop.now(), [mail('unknown', 'x'), mail('greeting', 'y')])
  await run()
  expect(received).toEqual([ADA])
  expect(await mailHealth(shop)).toMatchObject({ waiting: 1, failing: 1 })
  expect(lines.map(({ sampleId }) => sampleId)).toEqual(['x'])
})
