import { expect, test } from 'vitest'
import { createMailOutbox, NO_TEMPLATES } from '#kit/mail/due-mails.ts'
import { enqueueMail } from '#kit/mail/enqueue.ts'
import { createMailer, mailsIn, sandboxMailsIn } from '#tests/support/mailer.ts'
import { createTestShop } from '#tests/support/test-shop.ts'
import { deleteOldSandboxMails } from './sandbox-transport.ts'

const MAIL = { to: 'ada@example.com', subject: 'Grüße', text: 'Hello', html: '<p>Hello</p>' }

test('without a mail server the sandbox stores each mail once, and the outbox deletes its content', async () => {
  await using shop = await createTestShop()
  const mailer = createMailer(shop)
  await enqueueMail(shop.db, shop.now(), MAIL)
  await mailer.job.run()
  await mailer.job.run()
  expect(await sandboxMailsIn(shop)).toMatchObject([
    { recipient: MAIL.to, subject: MAIL.subject, text: 'Hello', html: '<p>Hello</p>' },
  ])
  expect(await mailsIn(shop)).toMatchObject([{ payload: '{}', next_attempt_at: null, attempts: 1 }])
  expect((await mailsIn(shop))[0]?.sent_at).toBeGreaterThan(0)
  expect(mailer.jobs[0]?.everyMs).toBeLessThanOrEqual(1000)
})

test('the sandbox stores each mail once, also with several processes', async () => {
  await using shop = await createTestShop()
  for (const text of ['a', 'b', 'c']) await enqueueMail(shop.db, shop.now(), { ...MAIL, text })
  await Promise.all([1, 2, 3].map(() => createMailer(shop).job.run()))
  expect((await sandboxMailsIn(shop)).map(({ text }) => text).sort()).toEqual(['a', 'b', 'c'])
})

test('a failure in one process does not change a mail that another process has stored', async () => {
  await using shop = await createTestShop()
  await enqueueMail(shop.db, shop.now(), MAIL)
  const outbox = createMailOutbox(shop, NO_TEMPLATES)
  const due = await outbox.due(2)
  await createMailer(shop).job.run()
  const sent = await mailsIn(shop)
  for (const mail of due) await outbox.recordFailure(mail, new Error('the template failed'))
  expect(due).toHaveLength(1)
  expect(await mailsIn(shop)).toEqual(sent)
})

test('mails are stored in one transaction: if it fails, they stay due, and none is stored or lost', async () => {
  await using shop = await createTestShop()
  await enqueueMail(shop.db, shop.now(), MAIL)
  await enqueueMail(shop.db, shop.now(), MAIL)
  const waiting = await mailsIn(shop)
  const { to: recipient, ...content } = MAIL
  const from = { sender: null, reply_to: null }
  const conflicting = { ...content, ...from, id: waiting[1]?.id ?? '', recipient, received_at: 1 }
  await shop.db.insertInto('sandbox_mails').values(conflicting).execute()
  const { job } = createMailer(shop)
  await expect(job.run()).rejects.toThrow()
  expect(await mailsIn(shop)).toEqual(waiting)
  expect(await sandboxMailsIn(shop)).toEqual([conflicting])
  await shop.db.deleteFrom('sandbox_mails').execute()
  await job.run()
  expect(await sandboxMailsIn(shop)).toHaveLength(2)
})

test('after 30 days the sandbox deletes its mails', async () => {
  await using shop = await createTestShop()
  await enqueueMail(shop.db, shop.now(), MAIL)
  await createMailer(shop).job.run()
  shop.advance(30 * 24 * 3_600_000 - 60_000)
  await deleteOldSandboxMails(shop)
  expect(await sandboxMailsIn(shop)).toHaveLength(1)
  shop.advance(120_000)
  await deleteOldSandboxMails(shop)
  expect(await sandboxMailsIn(shop)).toEqual([])
})
