import type { Selectable } from 'kysely'
import type { Db } from '#kit/db/db.ts'
import type { Schema } from '#kit/db/schema.ts'
import type { MailContent } from './tables.ts'

/** A mail as it lies in the outbox. */
export type Mail = Selectable<Schema['mails']>

/** A mail with its words; `id` is the same at each try. */
export type ReadyMail = MailContent & { readonly id: string }

/** The way by which mails leave the shop. */
export interface MailTransport {
  /** Delivers what is due, and notes in the outbox what became of each mail. Several processes share the work. */
  deliverDue(outbox: Outbox): Promise<void>
  /** Closes its connections. */
  close(): Promise<void>
}

/** What a transport reads from the outbox and notes there. */
export interface Outbox {
  /** The mails whose time has come, so many at most. */
  due(limit: number): Promise<Mail[]>
  /** The mail with its words; undefined when there is nothing left to say, and then it leaves the outbox unsent. */
  write(mail: Mail): Promise<ReadyMail | undefined>
  /**
   * Reserves the mail for this process, until two minutes have passed; false when another process was faster.
   * For deliveries that cannot be part of a transaction.
   */
  claim(mail: Mail): Promise<boolean>
  /** Notes that a claimed mail was sent. */
  markSent(mail: Mail): Promise<void>
  /** Notes in the transaction of their delivery that mails were sent; resolves to the ids of those that were still waiting. */
  markSentIn(trx: Db, mails: readonly ReadyMail[]): Promise<ReadonlySet<string>>
  /** Notes why a mail could not be sent, and when it is tried again; or that it no longer is. */
  putOff(mail: Mail, error: unknown): Promise<void>
}
