import { sql } from 'kysely'
import { deleteOldRows } from '#kit/db/delete-old-rows.ts'
import { MAIL_KEPT_MS } from '#kit/mail/delete-old-mails.ts'
import type { MailTransport, Outbox, ReadyMail } from '#kit/mail/transport.ts'
import type { Shop } from '#kit/shop.ts'
import './tables.ts'

const BATCH = 100

/**
 * Stores mails for `/sandbox/mail`, in the transaction that marks them as sent: no mail is stored twice, and a killed
 * process delays none.
 */
export function sandboxMailTransport(shop: Shop): MailTransport {
  return {
    deliverDue: async (outbox) => {
      const mails = await writeDue(outbox)
      if (mails.length === 0) return
      const now = shop.now()
      await shop.db.transaction().execute(async (trx) => {
        const sent = await outbox.markSentIn(trx, mails)
        const rows = mails
          .filter(({ id }) => sent.has(id))
          .map(({ to, ...content }) => ({ ...content, recipient: to, received_at: now }))
        if (rows.length > 0) await trx.insertInto('sandbox_mails').values(rows).execute()
      })
    },
    close: async () => undefined,
  }
}

async function writeDue(outbox: Outbox): Promise<ReadyMail[]> {
  const ready: ReadyMail[] = []
  for (const mail of await outbox.due(BATCH)) {
    try {
      const content = await outbox.write(mail)
      if (content) ready.push(content)
    } catch (error) {
      await outbox.recordFailure(mail, error)
    }
  }
  return ready
}

/** Deletes the sandbox's mails at the same age as the outbox's own. */
export async function deleteOldSandboxMails({ db, now }: Shop): Promise<void> {
  await deleteOldRows(db, 'sandbox_mails', now() - MAIL_KEPT_MS, sql`true`)
}
