import type { Job } from '#kit/jobs.ts'
import type { Shop } from '#kit/shop.ts'
import { createOutbox, NO_TEMPLATES } from './due-mails.ts'
import type { MailTransport } from './transport.ts'

const POLL_MS = 500

/**
 * The job that sends the outbox's mails. A mail that cannot be delivered is tried again at growing intervals, at most an
 * hour, for three days; one that is refused permanently is given up at once.
 */
export function mailJob(shop: Shop, transport: MailTransport, templates = NO_TEMPLATES): Job {
  const outbox = createOutbox(shop, templates)
  return { name: 'mail', everyMs: POLL_MS, run: () => transport.deliverDue(outbox) }
}

/** How many mails wait to be sent, how long the oldest has waited (ms; 0 if none waits), and how many have failed. */
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
