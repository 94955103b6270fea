import { afterCommit, type Context } from '#kit/db/after-commit.ts'
import type { Db } from '#kit/db/db.ts'
import { addToOutbox } from '#kit/outbox/outbox.ts'
import { mailSignal } from '#kit/signals.ts'
import { MAIL, type StoredMail } from './transport.ts'

/**
 * Adds a mail to the outbox, from which the mail job of any process sends it. Pass the transaction of its cause, so that
 * both are committed or neither.
 */
export async function enqueueMail(db: Db, nowMs: number, content: StoredMail): Promise<void> {
  const [mailId = ''] = await addToOutbox(db, nowMs, MAIL, [{ payload: content }])
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
  const entries = mails.map(({ to, template, ...entry }) => ({ ...entry, payload: { to, template } }))
  const ids = await addToOutbox(db, nowMs, MAIL, entries)
  for (const [index, { template, about, context }] of mails.entries()) {
    const mailId = ids[index] ?? ''
    afterCommit(db, () => mailSignal.send({ outcome: 'queued', mailId, template, about }), context)
  }
  return ids
}

interface TemplateMail {
  readonly to: string
  readonly template: string
  readonly about: string
  /** The time (ms) before which it must not leave. */
  readonly notBefore?: number
  /** Of the request that caused it, if another request may insert the row. */
  readonly context?: Context | undefined
}
