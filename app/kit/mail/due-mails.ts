import { afterCommit } from '#kit/db/after-commit.ts'
import type { Db } from '#kit/db/db.ts'
import type { Shop } from '#kit/shop.ts'
import { mailSignal } from '#kit/signals.ts'
import { DeliveryError } from './delivery-error.ts'
import type { MailContent } from './tables.ts'
import type { Mail, Outbox, ReadyMail } from './transport.ts'

/** Writes the mail about what has that id, as it is when the mail is sent; undefined when there is nothing to say. */
export type MailTemplate = (shop: Shop, about: string) => Promise<Omit<MailContent, 'to'> | undefined>

export interface MailTemplates {
  /** The templates by the names that the outbox keeps. */
  readonly byName: Readonly<Record<string, MailTemplate>>
  /** The ids by which a log line names what a template writes about. Never anything of a person. */
  readonly idsOf: (about: string) => Readonly<Record<string, string>>
}

export const NO_TEMPLATES: MailTemplates = { byName: {}, idsOf: () => ({}) }

// Longer than any delivery takes with its timeouts, so that no second process begins while one is at it.
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
  putOff: (mail, error) => putOff(shop, templates, mail, error),
})

/**
 * Mails whose time has come, those first that were never tried: a mail that somebody waits for now is not to wait for
 * many that fail each time. Half of the room is for these, so that they are tried again however many new ones come.
 */
async function findDue(shop: Shop, limit: number): Promise<Mail[]> {
  const due = (tried: '=' | '>', most: number) =>
    shop.db
      .selectFrom('mails')
      .selectAll()
      .where('next_attempt_at', '<=', shop.now())
      .where('attempts', tried, 0)
      .orderBy('next_attempt_at')
      .limit(most)
      .execute()
  const again = await due('>', limit / 2)
  return [...(await due('=', limit - again.length)), ...again]
}

/** Takes the mail for this process: of several that saw it due, one moves its time on. */
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

/** The mail as it goes out; undefined when there is nothing left to say, and then it leaves the outbox unsent. */
async function writeMail(shop: Shop, templates: MailTemplates, mail: Mail): Promise<ReadyMail | undefined> {
  const { id, recipient: to, template, about } = mail
  if (template === null || about === null) {
    return { id, to, subject: mail.subject, text: mail.text, html: mail.html }
  }
  const write = templates.byName[template]
  if (!write) throw new Error(`there is no mail template "${template}"`)
  const words = await write(shop, about)
  if (words) return { id, to, ...words }
  await shop.db.updateTable('mails').set({ next_attempt_at: null }).where('id', '=', id).execute()
  return undefined
}

/** Notes why a mail could not be sent, and when it is tried again; or that it no longer is. */
async function putOff(shop: Shop, templates: MailTemplates, mail: Mail, error: unknown): Promise<void> {
  const nowMs = shop.now()
  const failure = error instanceof DeliveryError ? error : undefined
  const givenUp = failure?.fate === 'given up' || nowMs - mail.created_at >= GIVE_UP_AFTER_MS
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
    .execute()
}

const sendMailSignal = ({ id, template, about }: Pick<Mail, 'id' | 'template' | 'about'>): void =>
  mailSignal.send({ outcome: 'sent', mailId: id, template, about })

/** What a mail that is done with looks like. It can hold a link that resets a password, so its words are not kept. */
const DONE = { next_attempt_at: null, text: '', html: '' } as const

/** What a mail that was sent looks like. */
const SENT = { ...DONE, last_error: null } as const
