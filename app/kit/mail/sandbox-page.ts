import { createHash } from 'node:crypto'
import { Hono } from 'hono'
import { accepts } from 'hono/accepts'
import { html, raw } from 'hono/html'
import type { Shop } from '#kit/shop.ts'
import type { MailContent } from './tables.ts'

const LIMIT = 200

const LINK = /(https?:\/\/[^\s<>"]+)/

const CSS = `
:root { color-scheme: light dark; }
body { margin: 0 auto; padding: 24px 16px 64px; max-width: 46rem; font: 16px/1.5 system-ui, sans-serif; }
h1 { font-size: 28px; margin: 0 0 4px; }
h2 { font-size: 18px; margin: 0; }
a { color: #008037; }
article { margin: 24px 0 0; padding: 16px 20px; border: 1px solid #8884; border-top: 4px solid #008037; border-radius: 4px; }
.meta { margin: 2px 0 12px; font-size: 14px; color: light-dark(#4a554e, #b3bdb6); overflow-wrap: anywhere; }
.text { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
@media (prefers-color-scheme: dark) { a { color: #5fce8d; } }
`

const CONTENT_SECURITY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(CSS).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

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
    const wanted = accepts(c, {
      header: 'Accept',
      supports: ['text/html', 'application/json'],
      default: 'text/html',
    })
    if (wanted === 'application/json') return c.json(mails)
    c.header('Content-Security-Policy', CONTENT_SECURITY)
    // The address of this page is nobody's business, and neither are the tokens in the links.
    c.header('Referrer-Policy', 'no-referrer')
    return c.html(page(mails))
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

const page = (mails: readonly ReceivedMail[]) => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mail sandbox</title>
<style>${raw(CSS)}</style>
</head>
<body>
<main>
<h1>Mail sandbox</h1>
<p class="meta">No mail leaves this shop: what it would send is shown here, newest first, to everyone. <a href="/">To the shop</a></p>
${mails.length === 0 ? html`<p>No mail yet.</p>` : mails.map(article)}
</main>
</body>
</html>
`

const article = (mail: ReceivedMail) => html`<article>
<h2>${mail.subject}</h2>
<p class="meta">To ${mail.to}, <time datetime="${mail.date}">${mail.date.replace('T', ' ').slice(0, 19)} UTC</time></p>
<div class="text">${withLinks(mail.text)}</div>
</article>
`

const withLinks = (text: string) =>
  text.split(LINK).map((part) => (LINK.test(part) ? html`<a href="${part}">${part}</a>` : part))
