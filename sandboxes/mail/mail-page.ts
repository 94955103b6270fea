import { Hono } from 'hono'
import { accepts } from 'hono/accepts'
import { html } from 'hono/html'
import type { MailContent } from '#kit/mail/transport.ts'
import type { Shop } from '#kit/shop.ts'
import { sandboxPage, sandboxPagePolicy } from '../page-layout.ts'

const LIMIT = 200

const LINK = /(https?:\/\/[^\s<>"]+)/

interface ReceivedMail extends MailContent {
  readonly date: string
}

/**
 * `GET /sandbox/mail`: the newest 200 mails that the sandbox received, as a page or, for `Accept: application/json`,
 * as `[{to, subject, text, html, date}]`. Anyone may read them, reset links too, so it exists in sandbox mode only.
 */
export function sandboxMailRoutes(shop: Shop) {
  return new Hono().get('/sandbox/mail', async (c) => {
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
  return rows.map((row) => ({
    to: row.recipient,
    subject: row.subject,
    text: row.text,
    html: row.html,
    date: new Date(row.received_at).toISOString(),
  }))
}

const page = ({ config }: Shop, mails: readonly ReceivedMail[]) =>
  sandboxPage(config, {
    title: 'Mail sandbox',
    content: html`<p class="meta">No mail leaves this shop: what it would send is shown here, newest first, to everyone. <a href="/">To the shop</a></p>
${mails.length === 0 ? html`<p>No mail yet.</p>` : mails.map(article)}`,
  })

const article = (mail: ReceivedMail) => html`<article>
<h2>${mail.subject}</h2>
<p class="meta">To ${mail.to}, <time datetime="${mail.date}">${mail.date.replace('T', ' ').slice(0, 19)} UTC</time></p>
<div class="text">${withLinks(mail.text)}</div>
</article>
`

const withLinks = (text: string) =>
  text.split(LINK).map((part) => (LINK.test(part) ? html`<a href="${part}">${part}</a>` : part))
