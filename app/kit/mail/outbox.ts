import { afterCommit, type Context } from '#kit/db/after-commit.ts'
import type { Db } from '#kit/db/db.ts'
import { newId } from '#kit/id.ts'
import { mailSignal } from '#kit/signals.ts'
import type { MailContent } from './tables.ts'

/**
 * Adds a mail to the outbox, from which the mail job of any process sends it. Pass the transaction of its cause, so that
 * both are committed or neither.
 */
export async function enqueueMail(db: Db, nowMs: number, { to, ...content }: MailContent): Promise<void> {
  const row = { ...newMail(nowMs, to), ...content }
  await db.insertInto('mails').values(row).execute()
  signalQueued(db, row)
}

/** As {@link enqueueMail}, for mails that a template writes when they are sent: the cause inserts a small row only. */
export async function enqueueTemplates(db: Db, nowMs: number, mails: readonly TemplateMail[]): Promise<void> {
  if (mails.length === 0) return
  const rows = mails.map(({ to, template, about }) => ({ ...newMail(nowMs, to), template, about }))
  await db.insertInto('mails').values(rows).execute()
  for (const [index, row] of rows.entries()) signalQueued(db, row, mails[index]?.context)
}

interface TemplateMail {
  readonly to: string
  readonly template: string
  readonly about: string
  /** Of the request that caused it, if another request may insert the row. */
  readonly context?: Context | undefined
}

const newMail = (nowMs: number, to: string) => ({
  id: newId(nowMs),
  recipient: to,
  subject: '',
  text: '',
  html: '',
  created_at: nowMs,
  attempts: 0,
  next_attempt_at: nowMs,
})

const signalQueued = (
  db: Db,
  { id, template, about }: { id: string; template?: string; about?: string },
  context?: Context,
): void => afterCommit(db, () => mailSignal.send({ outcome: 'queued', mailId: id, template, about }), context)
