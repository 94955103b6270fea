import type { Selectable } from 'kysely'
import type { Db } from '#kit/db/db.ts'
import type { Schema } from '#kit/db/schema.ts'
import type { MailContent } from './tables.ts'

/** A row of the outbox. */
export type Mail = Selectable<Schema['mails']>

/** A mail with its content; `id` is the same at each attempt. */
export type ReadyMail = MailContent & { readonly id: string }

/** Sends the mails of the outbox. */
export interface MailTransport {
  /** Delivers the due mails and records each outcome in the outbox. Several processes may run it at once. */
  deliverDue(outbox: Outbox): Promise<void>
  /** Closes its connections. */
  close(): Promise<void>
}

/** What a transport reads from the outbox and records there. */
export interface Outbox {
  /** The mails that are due, `limit` at most. */
  due(limit: number): Promise<Mail[]>
  /** The mail with its content; undefined if no mail is needed any more, and then it is marked as finished. */
  write(mail: Mail): Promise<ReadyMail | undefined>
  /**
   * Reserves the mail for this process, for two minutes; false if another process was faster.
   * For deliveries that cannot be part of a transaction.
   */
  claim(mail: Mail): Promise<boolean>
  /** Records that a claimed mail was sent. */
  markSent(mail: Mail): Promise<void>
  /** Records in the transaction of their delivery that mails were sent; resolves to the ids of those that still waited. */
  markSentIn(trx: Db, mails: readonly ReadyMail[]): Promise<ReadonlySet<string>>
  /** Records why a mail could not be sent, and when it is tried again; or that it is given up. */
  recordFailure(mail: Mail, error: unknown): Promise<void>
}
