import { expect, test } from 'vitest'
import { deleteOldEntries } from '#kit/outbox/outbox.ts'
import { startMailServer } from '#tests/support/mail-server.ts'
import { createMailer, mailsIn, sandboxMailsIn } from '#tests/support/mailer.ts'
import { createTestShop } from '#tests/support/test-shop.ts'
import type { MailTemplates } from './due-mails.ts'
import { enqueueMail, enqueueTemplates } from './enqueue.ts'
import { renderMail } from './layout.ts'
import { mailHealth } from './mailer.ts'

const MAIL = { to: 'ada@example.com', subject: 'Grüße', text: 'Hello', html: '<p>Hello</p>' }

test('a mail is stored only if its cause is committed', async () => {
  await using shop = await createTestShop()
  const cause = shop.db.transaction().execute(async (trx) => {
    await enqueueMail(trx, shop.now(), MAIL)
    throw new Error('the cause failed')
  })
  await expect(cause).rejects.toThrow('the cause failed')
  expect(await mailsIn(shop)).toEqual([])
  await shop.db.transaction().execute((trx) => enqueueMail(trx, shop.now(), MAIL))
  expect(await mailsIn(shop)).toHaveLength(1)
})

test('a configured server receives the mail in both forms with its files, for exactly one address', async () => {
  const server = await startMailServer()
  try {
    await using shop = await createTestShop(server.environment)
    const content = new TextEncoder().encode('%PDF sample')
    const attachments = [{ filename: 'a.pdf', contentType: 'application/pdf', content }]
    const attached = async () => ({ ...MAIL, attachments })
    const mailer = createMailer(shop, { byName: { attached }, idsOf: () => ({}) })
    await enqueueTemplates(shop.db, shop.now(), [{ to: MAIL.to, template: 'attached', about: 'x' }])
    await mailer.job.run()
    await mailer.close()
    expect(server.received).toHaveLength(1)
    const source = server.received[0]?.source ?? ''
    expect(server.received[0]?.to).toEqual(['ada@example.com'])
    expect(source).toMatch(/^From: Shop <shop@example.com>/m)
    expect(source).toMatch(/^Auto-Submitted: auto-generated/m)
    expect(source).toMatch(/^Content-Type: text\/plain/m)
    expect(source).toMatch(/^Content-Type: text\/html/m)
    expect(source).toMatch(/^Content-Type: application\/pdf; name=a.pdf/m)
    expect(source).toMatch(/^Content-Disposition: attachment; filename=a.pdf/m)
    expect(source).toContain(Buffer.from(content).toString('base64'))
    const id = (await mailsIn(shop))[0]?.id
    expect(source).toContain(`Message-ID: <${id}@`)
    expect(await sandboxMailsIn(shop)).toEqual([])
  } finally {
    await server.stop()
  }
})

test('closing ends the persistent connections to the server', async () => {
  const server = await startMailServer()
  try {
    await using shop = await createTestShop(server.environment)
    const mailer = createMailer(shop)
    await enqueueMail(shop.db, shop.now(), MAIL)
    await mailer.job.run()
    expect(server.received).toHaveLength(1)
    expect(server.connections()).toBe(1)
    await mailer.close()
    await expect.poll(server.connections).toBe(0)
  } finally {
    await server.stop()
  }
})

test('several processes together send each mail once', async () => {
  const server = await startMailServer()
  try {
    await using shop = await createTestShop(server.environment)
    const mailers = [createMailer(shop), createMailer(shop), createMailer(shop)]
    for (let n = 0; n < 12; n++) await enqueueMail(shop.db, shop.now(), { ...MAIL, to: `a${n}@example.com` })
    await Promise.all(mailers.map(({ job }) => job.run()))
    for (const { close } of mailers) await close()
    const recipients = server.received.flatMap(({ to }) => to)
    expect(recipients).toHaveLength(12)
    expect(new Set(recipients).size).toBe(12)
  } finally {
    await server.stop()
  }
})

test('a mail that one process is sending is not due for another within two minutes', async () => {
  const server = await startMailServer()
  try {
    await using shop = await createTestShop(server.environment)
    let isWriting = false
    const slow = async () => {
      if (!isWriting) {
        isWriting = true
        shop.advance(110_000)
        await other.job.run()
      }
      return MAIL
    }
    const templates: MailTemplates = { byName: { slow }, idsOf: () => ({}) }
    const [mailer, other] = [createMailer(shop, templates), createMailer(shop, templates)]
    await enqueueTemplates(shop.db, shop.now(), [{ to: MAIL.to, template: 'slow', about: 'x' }])
    await mailer.job.run()
    for (const { close } of [mailer, other]) await close()
    expect(server.received).toHaveLength(1)
    expect(await mailsIn(shop)).toMatchObject([{ attempts: 1, next_attempt_at: null }])
  } finally {
    await server.stop()
  }
})

test('while the server is unavailable a mail waits longer after each attempt, and it is sent when the server is back', async () => {
  let down = true
  const server = await startMailServer(() => (down ? new Error('not now') : undefined))
  try {
    await using shop = await createTestShop(server.environment)
    const mailer = createMailer(shop)
    await enqueueMail(shop.db, shop.now(), MAIL)
    const waits: number[] = []
    for (let n = 0; n < 3; n++) {
      const startedMs = shop.now()
      await mailer.job.run()
      const [mail] = await mailsIn(shop)
      waits.push(Math.round(((mail?.next_attempt_at ?? 0) - startedMs) / 10_000))
      await mailer.job.run()
      expect((await mailsIn(shop))[0]?.attempts).toBe(n + 1)
      shop.advance((mail?.next_attempt_at ?? 0) - shop.now())
    }
    expect(waits).toEqual([1, 2, 4])
    expect((await mailsIn(shop))[0]?.last_error).toMatch(/not now/)
    const health = await mailHealth(shop)
    expect(health).toMatchObject({ waiting: 1, failing: 1 })
    expect(health.oldestWaitingMs).toBeGreaterThan(60_000)
    down = false
    await mailer.job.run()
    await mailer.close()
    expect(server.received).toHaveLength(1)
    expect(await mailHealth(shop)).toEqual({ waiting: 0, oldestWaitingMs: 0, failing: 0 })
  } finally {
    await server.stop()
  }
})

test('after three days of failures a mail is given up, with its reason', async () => {
  const server = await startMailServer()
  await server.stop()
  await using shop = await createTestShop(server.environment)
  const mailer = createMailer(shop)
  await enqueueMail(shop.db, shop.now(), MAIL)
  await shop.db.updateTable('outbox').set({ attempts: 60 }).execute()
  await mailer.job.run()
  // It does not wait for itself: when the server is back it leaves soon.
  const waitMs = ((await mailsIn(shop))[0]?.next_attempt_at ?? 0) - shop.now()
  expect(waitMs).toBeGreaterThan(30_000)
  expect(waitMs).toBeLessThanOrEqual(60_000)
  shop.advance(3 * 24 * 3_600_000)
  await mailer.job.run()
  await mailer.close()
  expect(await mailsIn(shop)).toMatchObject([{ next_attempt_at: null, sent_at: null }])
  expect((await mailsIn(shop))[0]?.last_error).toMatch(/ECONNREFUSED/)
})

test('a mail that a killed process had claimed is sent after the claim has expired', async () => {
  await using shop = await createTestShop()
  await enqueueMail(shop.db, shop.now(), MAIL)
  const lease = shop.now() + 120_000
  await shop.db.updateTable('outbox').set({ attempts: 1, next_attempt_at: lease }).execute()
  const mailer = createMailer(shop)
  await mailer.job.run()
  expect(await sandboxMailsIn(shop)).toEqual([])
  shop.advance(120_001)
  await mailer.job.run()
  expect(await sandboxMailsIn(shop)).toHaveLength(1)
})

test('a mail shows its content literally, as text and as HTML', () => {
  const { text, html } = renderMail({
    title: 'Hello <b>you</b>',
    paragraphs: ['"quoted" & <script>alert(1)</script>'],
    action: { label: 'Go on', url: 'https://shop.example/?a=1&b="2"' },
  })
  expect(text).toContain('"quoted" & <script>')
  expect(text).toContain('Go on:\nhttps://shop.example/?a=1&b="2"\n')
  expect(html).toContain('Hello &lt;b&gt;you&lt;/b&gt;')
  expect(html).not.toContain('<script>')
  expect(html).toContain('href="https://shop.example/?a=1&amp;b=&quot;2&quot;"')
  expect(html).toMatch(/#008037/)
  expect(renderMail({ title: 'A', paragraphs: [] }).html).not.toContain('href')
})

test('facts are shown with their names in both forms, with as many lines as they have', () => {
  const facts = { Part: 'A "part"', Address: '1 Street\nTown: x', To: ['<Ada>', 'two\nlines'] }
  const { text, html } = renderMail({ title: 'T', paragraphs: [], facts })
  expect(text).toContain('Part: A "part"\nAddress: 1 Street Town: x\nTo: <Ada>\n  two lines\n')
  expect(html).toMatch(/<td[^>]*>&lt;Ada&gt;<br>two lines<\/td>/)
  expect(html).toMatch(/<th scope="row"[^>]*>Part<\/th><td[^>]*>A &quot;part&quot;<\/td>/)
})

const TEMPLATES: MailTemplates = {
  byName: {
    greeting: async (_shop, about) => ({ subject: `Hello ${about}`, text: about, html: `<p>${about}</p>` }),
    silence: async () => undefined,
  },
  idsOf: (sampleId) => ({ sampleId }),
}

const greetings = (...about: string[]) =>
  about.map((each) => ({ to: MAIL.to, template: 'greeting', about: each }))

test('a template writes the mail when it is sent; one that returns undefined sends none', async () => {
  await using shop = await createTestShop()
  const silence = { to: MAIL.to, template: 'silence', about: 'x' }
  await enqueueTemplates(shop.db, shop.now(), [...greetings('you'), silence])
  await createMailer(shop, TEMPLATES).job.run()
  expect(await sandboxMailsIn(shop)).toMatchObject([
    { recipient: MAIL.to, subject: 'Hello you', text: 'you' },
  ])
  expect(await mailHealth(shop)).toMatchObject({ waiting: 0 })
})

test('a mail that cannot be written delays no other', async () => {
  await using shop = await createTestShop()
  const unknown = { to: MAIL.to, template: 'unknown', about: 'another' }
  await enqueueTemplates(shop.db, shop.now(), [unknown, ...greetings('you')])
  await createMailer(shop, TEMPLATES).job.run()
  expect(await sandboxMailsIn(shop)).toHaveLength(1)
  expect(await mailHealth(shop)).toMatchObject({ waiting: 1, failing: 1 })
})

// attack: mail-headers
test('a subject with line breaks adds no header and no recipient', async () => {
  const server = await startMailServer()
  try {
    await using shop = await createTestShop(server.environment)
    const mailer = createMailer(shop)
    const subject = 'Part\r\nBcc: other@example.com\r\n\r\nAnother body'
    await enqueueMail(shop.db, shop.now(), { ...MAIL, subject })
    await mailer.job.run()
    await mailer.close()
    expect(server.received.map(({ to }) => to)).toEqual([[MAIL.to]])
    const head = server.received[0]?.source.split('\r\n\r\n')[0] ?? ''
    expect(head).not.toMatch(/^Bcc:/im)
    expect(head).toMatch(/^Subject: Part Bcc/m)
  } finally {
    await server.stop()
  }
})

test('after 30 days finished mails are deleted, waiting ones are not', async () => {
  await using shop = await createTestShop()
  await enqueueTemplates(
    shop.db,
    shop.now(),
    greetings(...Array.from({ length: 100 }, (_, n) => `sample ${n}`)),
  )
  await createMailer(shop, TEMPLATES).job.run()
  await enqueueMail(shop.db, shop.now(), MAIL)
  shop.advance(30 * 24 * 3_600_000 - 60_000)
  await deleteOldEntries(shop)
  expect(await mailsIn(shop)).toHaveLength(101)
  shop.advance(120_000)
  await enqueueMail(shop.db, shop.now(), MAIL)
  await deleteOldEntries(shop)
  expect(await mailsIn(shop)).toHaveLength(2)
})
