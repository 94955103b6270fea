import type { Db } from '#kit/db/db.ts'
import type { MORE } from '#kit/jobs.ts'
import type { Entry } from '#kit/outbox/outbox.ts'

/** The kind of the outbox's entries that are mails. */
export const MAIL = 'mail'

/** A mail to one address, with the same content as text and as HTML. */
export interface MailContent {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Rendered when the mail is sent: the outbox stores none. */
  readonly attachments?: readonly MailAttachment[]
}

/** Whom programs name as the sender, and who gets the answers; without them the name and the address of `MAIL_FROM`. */
export interface MailSender {
  readonly name?: string | undefined
  readonly replyTo?: string | undefined
}

/** A file of a mail. The name is safe for every system. */
export interface MailAttachment {
  readonly filename: string
  readonly contentType: string
  readonly content: Uint8Array
}

/** A mail as the outbox stores it. */
export type StoredMail = Omit<MailContent, 'attachments'>

/** An entry of the outbox: a mail with its content, or one that a template writes when it is sent. */
export type Mail = Entry<StoredMail | { readonly to: string; readonly template: string }>

/** Sends the mails of the outbox. */
export interface MailTransport {
  /** How many `deliverDue` may run at once. */
  readonly connections: number
  /**
   * Delivers due mails, one after the other, and records each outcome in the outbox. Several processes may run it at once, and
   * each several. Resolves to `MORE` when it has left some, to `unavailable` when the receiver accepts nothing at present. Begins no
   * further mail when the process stops.
   */
  deliverDue(outbox: MailOutbox, stopping?: AbortSignal): Promise<typeof MORE | 'unavailable' | undefined>
  /** Closes its connections. */
  close(): Promise<void>
}

/** What a transport reads from the outbox and records there. */
export interface MailOutbox {
  /** The mails that are due, `limit` at most. */
  due(limit: number): Promise<Mail[]>
  /** The content of the mail; undefined if no mail is needed any more, and then it is marked as finished. */
  write(mail: Mail): Promise<MailContent | undefined>
  /** Who mails are from now. */
  sender(): Promise<MailSender>
  /**
   * Reserves the mail for this process, for two minutes; false if another process was faster.
   * For deliveries that cannot be part of a transaction.
   */
  claim(mail: Mail): Promise<boolean>
  /**
   * Asked when the server is about to take the content of a claimed mail: reserves it anew; false if that ended and another
   * process sends the mail now, or has sent it.
   */
  mayHandOver(mail: Mail): Promise<boolean>
  /** Records that a claimed mail was sent. */
  markSent(mail: Mail): Promise<void>
  /** Records in the transaction of their delivery that mails were sent; resolves to the ids of those that still waited. */
  markSentIn(trx: Db, mails: readonly Mail[]): Promise<ReadonlySet<string>>
  /** Records why a mail could not be sent, and when it is tried again; or that it is given up. */
  recordFailure(mail: Mail, error: unknown): Promise<void>
}
