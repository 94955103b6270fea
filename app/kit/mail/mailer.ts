import type { Job } from '#kit/jobs.ts'
import { findFailing, outboxHealth } from '#kit/outbox/outbox.ts'
import type { Shop } from '#kit/shop.ts'
import { createMailOutbox, NO_TEMPLATES } from './due-mails.ts'
import { MAIL, type MailTransport } from './transport.ts'

const POLL_MS = 500

/**
 * The job that sends the outbox's mails. A mail that cannot be delivered is tried again at growing intervals, at most an
 * hour, for three days; one that is refused permanently is given up at once.
 */
export function mailJob(shop: Shop, transport: MailTransport, templates = NO_TEMPLATES): Job {
  const outbox = createMailOutbox(shop, templates)
  return { name: 'mail', everyMs: POLL_MS, run: () => transport.deliverDue(outbox) }
}

/** The health of the mails in the outbox. */
export const mailHealth = (shop: Shop) => outboxHealth(shop, MAIL)

/** What up to five of the failing mails are about: the ids of their records. */
export const findFailingMails = (shop: Shop) => findFailing(shop, MAIL, 5)
