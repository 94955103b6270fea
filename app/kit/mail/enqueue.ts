import { afterCommit } from '#kit/db/after-commit.ts'
import type { Db } from '#kit/db/db.ts'
import { addToOutbox, holdWaiting } from '#kit/outbox/outbox.ts'
import { mailSignal } from '#kit/signals.ts'
import { MAIL, type StoredMail } from './transport.ts'

/**
 * Adds a mail to the outbox, from which the mail job of any process sends it. Pass the transaction of its cause, so that
 * both are committed or neither. An urgent one leaves before all others: somebody waits for it to sign in.
 */
export async function enqueueMail(
  db: Db,
  nowMs: number,
  content: StoredMail,
  { isUrgent }: { readonly isUrgent?: boolean } = {},
): Promise<void> {
  const [mailId = ''] = await addToOutbox(db, nowMs, MAIL, [{ payload: content, isUrgent }])
  afterCommit(db, () => mailSignal.send({ outcome: 'queued', mailId }))
}

/**
 * As {@link enqueueMail}, for mails that a template writes when they are sent: the cause inserts a small row only.
 * Resolves to their ids.
 */
export async function enqueueTemplates(
  db: Db,
  nowMs: number,
  mails: readonly TemplateMail[],
): Promise<string[]> {
  const queued = await addTemplates(db, nowMs, mails)
  for (const mail of queued) afterCommit(db, () => sendQueued(mail))
  return queued.map(({ mailId }) => mailId)
}

/** As {@link enqueueTemplates}, without the signals: after the commit call `sendQueued` in the request that each mail is of. */
export async function addTemplates(
  db: Db,
  nowMs: number,
  mails: readonly TemplateMail[],
): Promise<QueuedMail[]> {
  const entries = mails.map(({ to, template, ...entry }) => ({ ...entry, payload: { to, template } }))
  const ids = await addToOutbox(db, nowMs, MAIL, entries)
  return mails.map(({ template, about }, index) => ({ mailId: ids[index] ?? '', template, about }))
}

/**
 * Whether the same mail about this record waits and will tell of the change of this transaction too. A process that is about to
 * send it without that has to read it again.
 */
export const isWaitingFor = (trx: Db, { to, template, about }: TemplateMail): Promise<boolean> =>
  holdWaiting(trx, MAIL, { payload: { to, template }, about })

export const sendQueued = (mail: QueuedMail): void => mailSignal.send({ outcome: 'queued', ...mail })

/** A mail in the outbox. */
export interface QueuedMail {
  readonly mailId: string
  readonly template: string
  readonly about: string
}

export interface TemplateMail {
  readonly to: string
  readonly template: string
  readonly about: string
  /** The time (ms) before which it must not leave. */
  readonly notBefore?: number
}
