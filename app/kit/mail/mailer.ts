import type { Selectable } from 'kysely'
import type { Schema } from '#kit/db/schema.ts'
import type { Job } from '#kit/jobs.ts'
import type { Shop } from '#kit/shop.ts'
import { mailSignal } from '#kit/signals.ts'
import {
  type Deliver,
  DONE,
  deliverBySmtp,
  deliverToSandbox,
  type ReadyMail,
  SENT,
  tellSent,
} from './delivery.ts'
import { DeliveryError } from './delivery-error.ts'
import type { MailContent } from './tables.ts'

type Mail = Selectable<Schema['mails']>

/** Writes the mail about what has that id, as it is when the mail is sent; undefined when there is nothing to say. */
export type MailTemplate = (shop: Shop, about: string) => Promise<Omit<MailContent, 'to'> | undefined>

export interface MailTemplates {
  /** The templates by the names that the outbox keeps. */
  readonly byName: Readonly<Record<string, MailTemplate>>
  /** The ids by which a log line names what a template writes about. Never anything of a person. */
  readonly idsOf: (about: string) => Readonly<Record<string, string>>
}

const NO_TEMPLATES: MailTemplates = { byName: {}, idsOf: () => ({}) }

const POLL_MS = 500
const BATCH = 20
// The sandbox files a whole batch in one step.
const SANDBOX_BATCH = 100
// Longer than any delivery takes with its timeouts, so that no second process begins while one is at it.
const LEASE_MS = 120_000
const FIRST_RETRY_MS = 10_000
const LONGEST_RETRY_MS = 3_600_000
const GIVE_UP_AFTER_MS = 3 * 24 * 3_600_000

/** The worker that empties the outbox. `close` lets go of its connections. */
export interface Mailer {
  readonly job: Job
  close(): void
}

/**
 * Sends what is due in the outbox: to the configured server, else into the mail sandbox. A mail that cannot be
 * delivered is tried again at growing intervals, at most an hour, for three days; one that the server refuses for good
 * is given up at once. Several processes share the work.
 */
export function createMailer(shop: Shop, templates = NO_TEMPLATES): Mailer {
  const server = shop.config.smtp && deliverBySmtp(shop.config.smtp)
  return {
    job: {
      name: 'mail',
      everyMs: POLL_MS,
      run: () => (server ? sendDueMails(shop, templates, server.deliver) : fileDueMails(shop, templates)),
    },
    close: () => server?.close(),
  }
}

/** How many mails wait to be sent, since when the oldest of them does (ms; 0 when none waits), and how many were tried in vain. */
export async function mailHealth(
  shop: Shop,
): Promise<{ waiting: number; oldestWaitingMs: number; failing: number }> {
  const row = await shop.db
    .selectFrom('mails')
    .select(({ fn }) => [
      fn.countAll<number>().as('waiting'),
      fn.count<number>('last_error').as('failing'),
      fn.min<number | null>('created_at').as('oldest'),
    ])
    .where('next_attempt_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return {
    waiting: row.waiting,
    oldestWaitingMs: row.oldest === null ? 0 : Math.max(0, shop.now() - row.oldest),
    failing: row.failing,
  }
}

/**
 * Mails whose time has come, those first that were never tried: a mail that somebody waits for now is not to wait for
 * many that fail each time. Half of the room is for these, so that they are tried again however many new ones come.
 */
async function dueMails(shop: Shop, limit: number): Promise<Mail[]> {
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

async function fileDueMails(shop: Shop, templates: MailTemplates): Promise<void> {
  const ready: ReadyMail[] = []
  for (const mail of await dueMails(shop, SANDBOX_BATCH)) {
    try {
      const words = await wordsOf(shop, templates, mail)
      if (words) ready.push(words)
    } catch (error) {
      await putOff(shop, templates, mail, error)
    }
  }
  await deliverToSandbox(shop, ready)
}

async function sendDueMails(shop: Shop, templates: MailTemplates, deliver: Deliver): Promise<void> {
  for (const mail of await dueMails(shop, BATCH)) {
    if (!(await claim(shop, mail))) continue
    const failure = await send(shop, templates, mail, deliver)
    // The others keep their turn for the next round.
    if (failure instanceof DeliveryError && failure.fate === 'server away') return
  }
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

/** Sends the mail; resolves with why it could not be sent, once that is noted. */
async function send(shop: Shop, templates: MailTemplates, mail: Mail, deliver: Deliver): Promise<unknown> {
  try {
    const ready = await wordsOf(shop, templates, mail)
    if (!ready) return undefined
    await deliver(ready)
  } catch (error) {
    await putOff(shop, templates, mail, error)
    return error
  }
  await shop.db
    .updateTable('mails')
    .set({ ...SENT, sent_at: shop.now() })
    .where('id', '=', mail.id)
    .execute()
  tellSent(mail)
  return undefined
}

/** The mail as it goes out; undefined when there is nothing left to say, and then it leaves the outbox unsent. */
async function wordsOf(shop: Shop, templates: MailTemplates, mail: Mail): Promise<ReadyMail | undefined> {
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
