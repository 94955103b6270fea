import { afterCommit } from '#kit/db/after-commit.ts'
import type { Db } from '#kit/db/db.ts'
import type { Shop } from '#kit/shop.ts'
import { mailSignal } from '#kit/signals.ts'
import { DeliveryError } from './delivery-error.ts'
import type { MailContent } from './tables.ts'
import type { Mail, Outbox, ReadyMail } from './transport.ts'

/** Writes the mail about the record with that id when the mail is sent; undefined if no mail is needed any more. */
export type MailTemplate = (shop: Shop, about: string) => Promise<Omit<MailContent, 'to'> | undefined>

export interface MailTemplates {
  /** The templates by the names that the outbox stores. */
  readonly byName: Readonly<Record<string, MailTemplate>>
  /** The ids for log lines of the record that a template writes about. Never personal data. */
  readonly idsOf: (about: string) => Readonly<Record<string, string>>
}

export const NO_TEMPLATES: MailTemplates = { byName: {}, idsOf: () => ({}) }

// Longer than any delivery takes with its timeouts, so that no second process begins while one is running.
const LEASE_MS = 120_000
const FIRST_RETRY_MS = 10_000
const LONGEST_RETRY_MS = 3_600_000
const GIVE_UP_AFTER_MS = 3 * 24 * 3_600_000

/** The outbox of the shop's database. */
export const createOutbox = (shop: Shop, templates: MailTemplates): Outbox => ({
  due: (limit) => findDue(shop, limit),
  write: (mail) => writeMail(shop, templates, mail),
  claim: (mail) => claim(shop, mail),
  markSent: (mail) => markSent(shop, mail),
  markSentIn: (trx, mails) => markSentIn(trx, shop.now(), mails),
  recordFailure: (mail, error) => recordFailure(shop, templates, mail, error),
})

/**
 * The due mails, first those that were never tried, which must not wait for many that fail each time. Half of the limit
 * is for those that failed, so that they are tried again however many new ones are added.
 */
async function findDue(shop: Shop, limit: number): Promise<Mail[]> {
  const due = (comparison: '=' | '>', max: number) =>
    shop.db
      .selectFrom('mails')
      .selectAll()
      .where('next_attempt_at', '<=', shop.now())
      .where('attempts', comparison, 0)
      .orderBy('next_attempt_at')
      .limit(max)
      .execute()
  const again = await due('>', Math.floor(limit / 2))
  return [...(await due('=', limit - again.length)), ...again]
}

/** Reserves the mail for this process: of several that read it as due, one changes its time. */
async function claim(shop: Shop, mail: Mail): Promise<boolean> {
  const result = await shop.db
    .updateTable('mails')
    .set({ attempts: mail.attempts + 1, next_attempt_at: shop.now() + LEASE_MS })
    .where('id', '=', mail.id)
    .where('next_attempt_at', '=', mail.next_attempt_at)
    .where('attempts', '=', mail.attempts)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

async function markSent(shop: Shop, mail: Mail): Promise<void> {
  await shop.db
    .updateTable('mails')
    .set({ ...SENT, sent_at: shop.now() })
    .where('id', '=', mail.id)
    .execute()
  sendMailSignal(mail)
}

async function markSentIn(trx: Db, nowMs: number, mails: readonly ReadyMail[]): Promise<ReadonlySet<string>> {
  const ids = mails.map(({ id }) => id)
  const sent = await trx
    .updateTable('mails')
    .set((eb) => ({ ...SENT, attempts: eb('attempts', '+', 1), sent_at: nowMs }))
    .where('id', 'in', ids)
    .where('next_attempt_at', 'is not', null)
    .returning(['id', 'template', 'about'])
    .execute()
  afterCommit(trx, () => sent.forEach(sendMailSignal))
  return new Set(sent.map(({ id }) => id))
}

/** The mail with its content; undefined if no mail is needed any more, and then it is marked as finished. */
async function writeMail(shop: Shop, templates: MailTemplates, mail: Mail): Promise<ReadyMail | undefined> {
  const { id, recipient: to, template, about } = mail
  if (template === null || about === null) {
    return { id, to, subject: mail.subject, text: mail.text, html: mail.html }
  }
  const write = templates.byName[template]
  if (!write) throw new Error(`there is no mail template "${template}"`)
  const content = await write(shop, about)
  if (content) return { id, to, ...content }
  await shop.db.updateTable('mails').set({ next_attempt_at: null }).where('id', '=', id).execute()
  return undefined
}

/** Records why a mail could not be sent, and when it is tried again; or that it is given up. */
async function recordFailure(
  shop: Shop,
  templates: MailTemplates,
  mail: Mail,
  error: unknown,
): Promise<void> {
  const nowMs = shop.now()
  const failure = error instanceof DeliveryError ? error : undefined
  const givenUp = failure?.kind === 'permanent' || nowMs - mail.created_at >= GIVE_UP_AFTER_MS
  const waitMs = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** mail.attempts)
  const { id: mailId, template, about } = mail
  mailSignal.send({ outcome: givenUp ? 'given up' : 'failed', mailId, template, about })
  const ids = about === null ? {} : templates.idsOf(about)
  const line = { err: error, mailId, ...ids, givenUp }
  shop.log[givenUp ? 'error' : 'warn'](line, 'a mail could not be sent')
  await shop.db
    .updateTable('mails')
    .set({
      attempts: mail.attempts + 1,
      last_error: (failure?.answer ?? String(error)).slice(0, 500),
      ...(givenUp ? DONE : { next_attempt_at: nowMs + waitMs }),
    })
    .where('id', '=', mail.id)
    // Another process may have sent it meanwhile.
    .where('next_attempt_at', 'is not', null)
    .execute()
}

const sendMailSignal = ({ id, template, about }: Pick<Mail, 'id' | 'template' | 'about'>): void =>
  mailSignal.send({ outcome: 'sent', mailId: id, template, about })

/** The values of a finished mail. The content can have a link that resets a password, so it is not kept. */
const DONE = { next_attempt_at: null, text: '', html: '' } as const

/** The values of a sent mail. */
const SENT = { ...DONE, last_error: null } as const
