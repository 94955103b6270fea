import type { Db } from '#kit/db/db.ts'
import { newId } from '#kit/id.ts'
import type { MailContent } from './tables.ts'

/**
 * Puts a mail into the outbox, where a {@link createMailer} of any process finds it. Called with the transaction
 * of its cause, the mail exists exactly when the cause does. With a `onceKey` that was used before it does nothing.
 */
export async function enqueueMail(
  db: Db,
  nowMs: number,
  mail: MailContent & { readonly onceKey?: string },
): Promise<void> {
  await db
    .insertInto('mails')
    .values({
      id: newId(nowMs),
      recipient: mail.to,
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      created_at: nowMs,
      attempts: 0,
      next_attempt_at: nowMs,
      once_key: mail.onceKey ?? null,
    })
    .onConflict((conflict) => conflict.column('once_key').doNothing())
    .execute()
}
