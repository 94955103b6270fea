import { sql } from 'kysely'
import { deleteOldRows } from '#kit/db/delete-old-rows.ts'
import { MAIL_KEPT_MS } from '#kit/mail/delete-old-mails.ts'
import type { MailTransport, Outbox, ReadyMail } from '#kit/mail/transport.ts'
import type { Shop } from '#kit/shop.ts'
import './tables.ts'

const BATCH = 100

/**
 * Files mails where `/sandbox/mail` shows them, in the transaction that takes them out of the outbox: no mail is filed
 * twice, and a process that is killed delays none.
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
          .map(({ to, ...words }) => ({ ...words, recipient: to, received_at: now }))
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
      const written = await outbox.write(mail)
      if (written) ready.push(written)
    } catch (error) {
      await outbox.putOff(mail, error)
    }
  }
  return ready
}

/** Deletes the sandbox's mails that are as old as the outbox's own may become. */
export async function forgetSandboxMails({ db, now }: Shop): Promise<void> {
  await deleteOldRows(db, 'sandbox_mails', now() - MAIL_KEPT_MS, sql`true`)
}
