import type { Selectable } from 'kysely'
import type { Schema } from '#kit/db/schema.ts'
import type { Job } from '#kit/jobs.ts'
import type { Shop } from '#kit/shop.ts'
import { type Deliver, deliverBySmtp, deliverToSandbox } from './delivery.ts'

type Mail = Selectable<Schema['mails']>

const POLL_MS = 500
const BATCH = 20
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
 * delivered is tried again at growing intervals, at most an hour, for three days. Several processes share the work.
 */
export function createMailer(shop: Shop): Mailer {
  const delivery = shop.config.smtp ? deliverBySmtp(shop.config.smtp) : deliverToSandbox(shop)
  return {
    job: { name: 'mail', everyMs: POLL_MS, run: () => sendDueMails(shop, delivery.deliver) },
    close: delivery.close,
  }
}

/** How many mails wait to be sent, and since when the oldest of them does (ms); 0 when none waits. */
export async function mailHealth(shop: Shop): Promise<{ waiting: number; oldestWaitingMs: number }> {
  const row = await shop.db
    .selectFrom('mails')
    .select(({ fn }) => [
      fn.countAll<number>().as('waiting'),
      fn.min<number | null>('created_at').as('oldest'),
    ])
    .where('next_attempt_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return {
    waiting: row.waiting,
    oldestWaitingMs: row.oldest === null ? 0 : Math.max(0, shop.now() - row.oldest),
  }
}

async function sendDueMails(shop: Shop, deliver: Deliver): Promise<void> {
  const due = await shop.db
    .selectFrom('mails')
    .selectAll()
    .where('next_attempt_at', '<=', shop.now())
    .orderBy('next_attempt_at')
    .limit(BATCH)
    .execute()
  for (const mail of due) {
    if (!(await claim(shop, mail))) continue
    // When one fails the server is likely away: the others keep their turn for the next round.
    if (!(await send(shop, mail, deliver))) return
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

async function send(shop: Shop, mail: Mail, deliver: Deliver): Promise<boolean> {
  try {
    await deliver({
      id: mail.id,
      to: mail.recipient,
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
    })
  } catch (error) {
    await putOff(shop, mail, error)
    return false
  }
  await shop.db
    .updateTable('mails')
    // A mail can hold a link that resets a password, so what has gone is not kept.
    .set({ sent_at: shop.now(), next_attempt_at: null, last_error: null, text: '', html: '' })
    .where('id', '=', mail.id)
    .execute()
  return true
}

async function putOff(shop: Shop, mail: Mail, error: unknown): Promise<void> {
  const nowMs = shop.now()
  const givenUp = nowMs - mail.created_at >= GIVE_UP_AFTER_MS
  const waitMs = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** mail.attempts)
  shop.log[givenUp ? 'error' : 'warn']({ err: error, mailId: mail.id, givenUp }, 'a mail could not be sent')
  await shop.db
    .updateTable('mails')
    .set({ next_attempt_at: givenUp ? null : nowMs + waitMs, last_error: String(error).slice(0, 500) })
    .where('id', '=', mail.id)
    .execute()
}
