import { sql } from 'kysely'
import { deleteOldRows } from '#kit/delete-old-rows.ts'
import { shopName } from '#kit/identity/shop-identity.ts'
import { MORE } from '#kit/jobs.ts'
import type { Mail, MailContent, MailOutbox, MailTransport } from '#kit/mail/transport.ts'
import { OUTBOX_KEPT_MS } from '#kit/outbox/outbox.ts'
import type { Shop } from '#kit/shop.ts'
import './tables.ts'

const BATCH = 100

/** How often a run reads at most. */
const READS = 20

/**
 * Stores mails for `/sandbox/mail`, in the transaction that marks them as sent: no mail is stored twice, and a killed
 * process delays none.
 */
export function sandboxMailTransport(shop: Shop): MailTransport {
  return {
    connections: 1,
    deliverDue: async (outbox) => {
      for (let count = 0; count < READS; count += 1) {
        const due = await outbox.due(BATCH)
        if (due.length === 0) return undefined
        await store(shop, outbox, await writeAll(outbox, due))
      }
      return MORE
    },
    close: async () => undefined,
  }
}

async function store(shop: Shop, outbox: MailOutbox, ready: readonly WrittenMail[]): Promise<void> {
  if (ready.length === 0) return
  const now = shop.now()
  const { name = shopName(), replyTo } = await outbox.sender()
  await shop.db.transaction().execute(async (trx) => {
    const sent = await outbox.markSentIn(
      trx,
      ready.map(({ mail }) => mail),
    )
    const stored = ready.filter(({ mail }) => sent.has(mail.id))
    const rows = stored.map(({ mail: { id }, content: { to: recipient, subject, text, html } }) => {
      const from = { sender: name, reply_to: replyTo ?? null }
      return { id, recipient, subject, text, html, ...from, received_at: now }
    })
    if (rows.length > 0) await trx.insertInto('sandbox_mails').values(rows).execute()
    const files = stored.flatMap(attachmentRows)
    if (files.length > 0) await trx.insertInto('sandbox_mail_attachments').values(files).execute()
  })
}

interface WrittenMail {
  readonly mail: Mail
  readonly content: MailContent
}

const attachmentRows = ({ mail, content: { attachments = [] } }: WrittenMail) =>
  attachments.map(({ filename, contentType, content }, position) => ({
    mail_id: mail.id,
    position,
    filename,
    content_type: contentType,
    content: Buffer.from(content).toString('base64'),
  }))

async function writeAll(outbox: MailOutbox, due: readonly Mail[]): Promise<WrittenMail[]> {
  const ready: WrittenMail[] = []
  for (const mail of due) {
    try {
      const content = await outbox.write(mail)
      if (content) ready.push({ mail, content })
    } catch (error) {
      await outbox.recordFailure(mail, error)
    }
  }
  return ready
}

/** Deletes the sandbox's mails at the same age as the outbox's own. */
export async function deleteOldSandboxMails({ db, now }: Shop): Promise<void> {
  const before = now() - OUTBOX_KEPT_MS
  // The id is that of the outbox, where the mail can have waited long for its time.
  await deleteOldRows(db, 'sandbox_mails', before, sql`received_at < ${before}`)
}
