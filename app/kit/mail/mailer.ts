import { IDLE, type Job } from '#kit/jobs.ts'
import { findFailing, outboxHealth } from '#kit/outbox/outbox.ts'
import type { Shop } from '#kit/shop.ts'
import { retryWaitMs } from '#kit/time.ts'
import { createMailOutbox, NO_TEMPLATES } from './due-mails.ts'
import { MAIL, type MailTransport } from './transport.ts'

const POLL_MS = 500

/** When nothing is due one connection asks for mails often; the others help when it is busy. */
const OTHERS_POLL_MS = 2000

/** How long no mail is tried after the server accepted none. */
const UNAVAILABLE = { firstMs: POLL_MS, longestMs: 30_000 }

/**
 * The jobs that send the outbox's mails: one a connection of the transport, so that a mail that takes long delays no other. A
 * mail that cannot be delivered is tried again at growing intervals, at most an hour, for three days; one that is refused
 * permanently is given up at once. While the server accepts nothing, one job asks whether it does again.
 */
export function mailJobs(shop: Shop, transport: MailTransport, templates = NO_TEMPLATES): Job[] {
  const outbox = createMailOutbox(shop, templates)
  let failures = 0
  let pausedUntilMs = 0
  const isPaused = (): boolean => {
    const waitMs = pausedUntilMs - shop.now()
    // A pause that is longer is of a clock that was wrong.
    return waitMs > 0 && waitMs <= UNAVAILABLE.longestMs
  }
  const runOne = async (connection: number, stopping?: AbortSignal): Promise<unknown> => {
    if (isPaused() || (failures > 0 && connection > 0)) return IDLE
    const outcome = await transport.deliverDue(outbox, stopping)
    if (outcome !== 'unavailable') failures = 0
    else if (!isPaused()) {
      pausedUntilMs = shop.now() + retryWaitMs(failures, UNAVAILABLE)
      failures += 1
    }
    return outcome
  }
  return Array.from({ length: transport.connections }, (_, connection) => ({
    name: 'mail',
    everyMs: connection === 0 ? POLL_MS : OTHERS_POLL_MS,
    run: (stopping) => runOne(connection, stopping),
  }))
}

/** The health of the mails in the outbox. */
export const mailHealth = (shop: Shop) => outboxHealth(shop, MAIL)

/** What up to five of the failing mails are about: the ids of their records. */
export const findFailingMails = (shop: Shop) => findFailing(shop, MAIL, 5)
