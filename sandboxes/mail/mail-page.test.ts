import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { enqueueMail, enqueueTemplates } from '#kit/mail/enqueue.ts'
import { OUTBOX_KEPT_MS } from '#kit/outbox/outbox.ts'
import { createMailer } from '#tests/support/mailer.ts'
import { createTestShop } from '#tests/support/test-shop.ts'
import { sandboxMailRoutes } from './mail-page.ts'
import { deleteOldSandboxMails } from './sandbox-transport.ts'

test('the sandbox lists the mails newest first, as data', async () => {
  await using shop = await createTestShop()
  const app = sandboxMailRoutes(shop)
  const { job } = createMailer(shop)
  for (const subject of ['first', 'second']) {
    await enqueueMail(shop.db, shop.now(), { to: 'ada@example.com', subject, text: 'T', html: '<p>T</p>' })
    await job.run()
    shop.advance(1000)
  }
  const answer = await app.request('/sandbox/mail', { headers: { accept: 'application/json' } })
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const mails = (await answer.json()) as { date: string }[]
  expect(mails).toEqual([
    {
      to: 'ada@example.com',
      subject: 'second',
      text: 'T',
      html: '<p>T</p>',
      date: expect.any(String),
      from: 'Parts Shop',
    },
    {
      to: 'ada@example.com',
      subject: 'first',
      text: 'T',
      html: '<p>T</p>',
      date: expect.any(String),
      from: 'Parts Shop',
    },
  ])
  expect(new Date(mails[0]?.date ?? '').toISOString()).toBe(mails[0]?.date)
})

test('the files of a mail are listed with it, can be read, and are deleted with it', async () => {
  await using shop = await createTestShop()
  const app = sandboxMailRoutes(shop)
  const content = new Uint8Array([0, 255, 10])
  const attachments = [{ filename: 'a.pdf', contentType: 'application/pdf', content }]
  const sample = async () => ({ subject: 'S', text: 'T', html: '', attachments })
  await enqueueTemplates(shop.db, shop.now(), [{ to: 'ada@example.com', template: 'sample', about: 'x' }])
  await createMailer(shop, { byName: { sample }, idsOf: () => ({}) }).job.run()
  const [mail] = await (
    await app.request('/sandbox/mail', { headers: { accept: 'application/json' } })
  ).json()
  const [file] = mail.attachments
  expect(file).toMatchObject({ filename: 'a.pdf', contentType: 'application/pdf' })
  const answer = await app.request(file.url)
  expect(answer.headers.get('content-type')).toBe('application/pdf')
  expect(new Uint8Array(await answer.arrayBuffer())).toEqual(content)
  const page = await (await app.request('/sandbox/mail')).text()
  expect(page).toContain(`<a href="${file.url}">a.pdf</a>`)
  expect((await app.request(file.url.replace(/0$/, '1'))).status).toBe(404)
  shop.advance(OUTBOX_KEPT_MS + 60_000)
  await deleteOldSandboxMails(shop)
  expect((await app.request(file.url)).status).toBe(404)
})

test('the page escapes texts, shows links as links, and has a policy that allows its style', async () => {
  await using shop = await createTestShop()
  const app = sandboxMailRoutes(shop)
  const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
  const load = async () => {
    const answer = await app.request('/sandbox/mail', { headers: { accept } })
    return { answer, page: await answer.text() }
  }
  expect((await load()).page).toContain('No mail yet.')
  await enqueueMail(shop.db, shop.now(), {
    to: 'ada@example.com',
    subject: '<img src=x>',
    text: 'See <b>\nhttps://shop.example/a?b=1&c="x" and javascript:alert(1)',
    html: '',
  })
  await createMailer(shop).job.run()
  const { answer, page } = await load()
  expect(answer.headers.get('content-type')).toMatch(/^text\/html/)
  expect(page).toContain('&lt;img src=x&gt;')
  expect(page).not.toMatch(/<img|<b>|<script| style=/)
  expect(page).toContain('<a href="https://shop.example/a?b=1&amp;c=">https://shop.example/a?b=1&amp;c=</a>')
  expect(page.match(/<a /g)).toHaveLength(2)
  const css = /<style>([\s\S]*?)<\/style>/.exec(page)?.[1] ?? ''
  const hash = createHash('sha256').update(css).digest('base64')
  expect(answer.headers.get('content-security-policy')).toContain(`style-src 'sha256-${hash}'`)
})
