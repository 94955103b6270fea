import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrate } from '#kit/db/migrate.ts'
import { idsFrom } from '#kit/id.ts'
import type { MailTemplates } from '#kit/mail/due-mails.ts'
import { mailHealth } from '#kit/mail/mailer.ts'
import { createMailer, mailsIn, sandboxMailsIn } from '#tests/support/mailer.ts'
import { createTestShop } from '#tests/support/test-shop.ts'
import { migrations } from './list.ts'

const ADA = 'ada@example.com'

const TEMPLATES: MailTemplates = {
  byName: { greeting: async (_shop, about) => ({ subject: `Hello ${about}`, text: about, html: about }) },
  idsOf: (sampleId) => ({ sampleId }),
}

const CONTENT = { subject: 'Grüße "an" Ada', text: "Hello\n\\ 'you'", html: '<p class="a">Hello</p>\n' }

test('the mails of the table `mails` move to the outbox, and a waiting one is sent once', async () => {
  await using shop = await createTestShop({}, migrations.slice(0, 12))
  const now = shop.now()
  const later = now + 3_600_000
  const templated = { subject: '', text: '', html: '', template: 'greeting', about: 'x' }
  const written = { ...CONTENT, template: null, about: null }
  const finished = { text: '', html: '', next: null }
  const mails = [
    { ...templated, attempts: 0, next: now, sent: null, error: null },
    { ...written, attempts: 0, next: now, sent: null, error: null },
    { ...written, attempts: 2, next: later, sent: null, error: 'not now' },
    { ...templated, ...finished, attempts: 1, sent: now - 10, error: null },
    { ...written, ...finished, attempts: 1, sent: null, error: '550 refused' },
  ]
  for (const [index, mail] of mails.entries())
    await sql`insert into mails (id, recipient, subject, text, html, template, about, created_at, attempts,
        next_attempt_at, sent_at, last_error)
      values (${`${idsFrom(now)}${index}`}, ${ADA}, ${mail.subject}, ${mail.text}, ${mail.html}, ${mail.template},
        ${mail.about}, ${now - 1000}, ${mail.attempts}, ${mail.next}, ${mail.sent}, ${mail.error})`.execute(
      shop.db,
    )
  await migrate(shop.database, migrations)

  const waiting = { kind: 'mail', not_before: now - 1000, sent_at: null }
  expect(await mailsIn(shop)).toMatchObject([
    { ...waiting, to: ADA, template: 'greeting', about: 'x', attempts: 0, next_attempt_at: now },
    { ...waiting, to: ADA, ...CONTENT, about: null, attempts: 0, next_attempt_at: now, last_error: null },
    { ...waiting, to: ADA, ...CONTENT, attempts: 2, next_attempt_at: later, last_error: 'not now' },
    { payload: '{}', about: 'x', attempts: 1, next_attempt_at: null, sent_at: now - 10 },
    { payload: '{}', about: null, next_attempt_at: null, sent_at: null, last_error: '550 refused' },
  ])
  expect(await mailHealth(shop)).toMatchObject({ waiting: 3, failing: 1 })
  const { job } = createMailer(shop, TEMPLATES)
  await job.run()
  await job.run()
  const first = { recipient: ADA, subject: 'Hello x' }
  expect(await sandboxMailsIn(shop)).toMatchObject([first, { recipient: ADA, ...CONTENT }])
  shop.advance(later - now)
  await job.run()
  await job.run()
  expect(await sandboxMailsIn(shop)).toHaveLength(3)
  expect(await mailHealth(shop)).toMatchObject({ waiting: 0, failing: 0 })
})
