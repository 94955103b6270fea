import type { Selectable } from 'kysely'
import { afterCommit } from '#kit/db/after-commit.ts'
import type { Schema } from '#kit/db/schema.ts'
import type { Shop } from '#kit/shop.ts'
import { mailSignal } from '#kit/signals.ts'
import { deliveryError } from './delivery-error.ts'
import type { MailContent } from './tables.ts'

/** A mail with its words; `id` is the same at each try. */
export type ReadyMail = MailContent & { readonly id: string }

type SentMail = Pick<Selectable<Schema['mails']>, 'id' | 'template' | 'about'>

/** Hands one mail over; rejects with a {@link DeliveryError} when it was not taken. */
export type Deliver = (mail: ReadyMail) => Promise<void>

/** Delivers to a mail server, a few at a time over kept connections, each step bounded in time. */
export function deliverBySmtp(smtp: { url: string; from: string }): { deliver: Deliver; close(): void } {
  const transport = openTransport(smtp.url)
  return {
    deliver: async ({ id, to, subject, text, html }) => {
      // The same id at each try lets the receiver drop a mail that comes twice.
      const messageId = `<${id}@shop.invalid>`
      const message = {
        from: smtp.from,
        to: { name: '', address: to },
        subject,
        text,
        html,
        messageId,
        // Nobody's absence note is to answer the shop.
        headers: { 'Auto-Submitted': 'auto-generated' },
      }
      await (await transport).sendMail(message).catch((error: unknown) => {
        throw deliveryError(error)
      })
    },
    close: () => void transport.then((opened) => opened.close()),
  }
}

/** The library is loaded by those shops alone that send mail. */
async function openTransport(url: string) {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    dnsTimeout: 10_000,
    // The content is ours, yet no mail ever needs a file or an address of the server's network.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/** Files mails where `/sandbox/mail` shows them, and takes them out of the outbox: both in one step, for all of them. */
export async function deliverToSandbox(shop: Shop, mails: readonly ReadyMail[]): Promise<void> {
  if (mails.length === 0) return
  const now = shop.now()
  await shop.db.transaction().execute(async (trx) => {
    const ids = mails.map(({ id }) => id)
    const taken = await trx
      .updateTable('mails')
      .set((eb) => ({ ...SENT, attempts: eb('attempts', '+', 1), sent_at: now }))
      .where('id', 'in', ids)
      .where('next_attempt_at', 'is not', null)
      .returning(['id', 'template', 'about'])
      .execute()
    const mine = new Set(taken.map(({ id }) => id))
    const rows = mails
      .filter(({ id }) => mine.has(id))
      .map(({ to, ...words }) => ({ ...words, recipient: to, received_at: now }))
    if (rows.length > 0) await trx.insertInto('sandbox_mails').values(rows).execute()
    afterCommit(trx, () => taken.forEach(tellSent))
  })
}

export const tellSent = ({ id, template, about }: SentMail): void =>
  mailSignal.send({ outcome: 'sent', mailId: id, template, about })

/** What a mail that is done with looks like. It can hold a link that resets a password, so its words are not kept. */
export const DONE = { next_attempt_at: null, text: '', html: '' } as const

/** What a mail that has gone looks like. */
export const SENT = { ...DONE, last_error: null } as const
