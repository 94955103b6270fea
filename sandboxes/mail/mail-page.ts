import { Hono } from 'hono'
import { accepts } from 'hono/accepts'
import { html } from 'hono/html'
import type { StoredMail } from '#kit/mail/transport.ts'
import type { Shop } from '#kit/shop.ts'
import { sandboxPage, sandboxPagePolicy } from '../page-layout.ts'

const LIMIT = 200

const LINK = /(https?:\/\/[^\s<>"]+)/

interface ReceivedMail extends StoredMail {
  readonly date: string
  /** The name of the sender, and who would get the answers; mails from before these were stored have neither. */
  readonly from?: string
  readonly replyTo?: string
  /** The files of the mail, if it has any, and where to read them. */
  readonly attachments?: readonly {
    readonly filename: string
    readonly contentType: string
    readonly url: string
  }[]
}

/**
 * `GET /sandbox/mail`: the newest 200 mails that the sandbox received, as a page or, for `Accept: application/json`,
 * as `[{to, subject, text, html, date, from?, replyTo?, attachments?}]`, and the files of a mail. Anyone may read them, reset links too,
 * so it exists in sandbox mode only.
 */
export function sandboxMailRoutes(shop: Shop) {
  const routes = new Hono().get('/sandbox/mail/:id/:position{\\d{1,3}}', async (c) => {
    const file = await shop.db
      .selectFrom('sandbox_mail_attachments')
      .select(['filename', 'content_type', 'content'])
      .where('mail_id', '=', c.req.param('id'))
      .where('position', '=', Number(c.req.param('position')))
      .executeTakeFirst()
    if (!file) return c.notFound()
    return c.body(Buffer.from(file.content, 'base64'), 200, {
      'Content-Type': file.content_type,
      'Content-Disposition': `inline; filename="${file.filename}"`,
      'Cache-Control': 'no-store',
    })
  })
  return routes.get('/sandbox/mail', async (c) => {
    const mails = await newestMails(shop)
    c.header('Cache-Control', 'no-store')
    c.header('Vary', 'Accept')
    const format = accepts(c, {
      header: 'Accept',
      supports: ['text/html', 'application/json'],
      default: 'text/html',
    })
    if (format === 'application/json') return c.json(mails)
    c.header('Content-Security-Policy', sandboxPagePolicy())
    // Other sites must learn neither the address of this page nor the tokens in its links.
    c.header('Referrer-Policy', 'no-referrer')
    return c.html(page(shop, mails))
  })
}

async function newestMails(shop: Shop): Promise<ReceivedMail[]> {
  const rows = await shop.db
    .selectFrom('sandbox_mails')
    .selectAll()
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .limit(LIMIT)
    .execute()
  const files = await attachmentsOf(
    shop,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({
    to: row.recipient,
    subject: row.subject,
    text: row.text,
    html: row.html,
    date: new Date(row.received_at).toISOString(),
    ...(row.sender !== null && { from: row.sender }),
    ...(row.reply_to !== null && { replyTo: row.reply_to }),
    ...(files.has(row.id) && { attachments: files.get(row.id) ?? [] }),
  }))
}

/** The files of these mails by the mail, without their content. */
async function attachmentsOf(shop: Shop, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, never>()
  const rows = await shop.db
    .selectFrom('sandbox_mail_attachments')
    .select(['mail_id', 'position', 'filename', 'content_type'])
    .where('mail_id', 'in', ids)
    .orderBy('mail_id')
    .orderBy('position')
    .execute()
  const files = rows.map(({ mail_id, position, filename, content_type: contentType }) => {
    return { mail_id, file: { filename, contentType, url: `/sandbox/mail/${mail_id}/${position}` } }
  })
  const byMail = Map.groupBy(files, ({ mail_id }) => mail_id)
  return new Map([...byMail].map(([id, own]) => [id, own.map(({ file }) => file)]))
}

const page = ({ config }: Shop, mails: readonly ReceivedMail[]) =>
  sandboxPage(config, {
    title: 'Mail sandbox',
    content: html`<p class="meta">No mail leaves this shop: what it would send is shown here, newest first, to everyone. <a href="/">To the shop</a></p>
${mails.length === 0 ? html`<p>No mail yet.</p>` : mails.map(article)}`,
  })

const article = (mail: ReceivedMail) => html`<article>
<h2>${mail.subject}</h2>
<p class="meta">${mail.from === undefined ? '' : `From ${mail.from}${mail.replyTo === undefined ? '' : `, answers to ${mail.replyTo}`}. `}To ${mail.to}, <time datetime="${mail.date}">${mail.date.replace('T', ' ').slice(0, 19)} UTC</time></p>
<div class="text">${withLinks(mail.text)}</div>
${mail.attachments?.map(({ filename, url }) => html`<p class="meta">Attached: <a href="${url}">${filename}</a></p>`) ?? ''}
</article>
`

const withLinks = (text: string) =>
  text.split(LINK).map((part) => (LINK.test(part) ? html`<a href="${part}">${part}</a>` : part))
