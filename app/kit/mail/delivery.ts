import { createTransport } from 'nodemailer'
import type { Shop } from '#kit/shop.ts'
import type { MailContent } from './tables.ts'

/** Hands one mail over; rejects when it was not taken. `id` is the same at each try. */
export type Deliver = (mail: MailContent & { readonly id: string }) => Promise<void>

interface Delivery {
  readonly deliver: Deliver
  close(): void
}

/** Delivers to a mail server, a few at a time over kept connections, each step bounded in time. */
export function deliverBySmtp(smtp: { url: string; from: string }): Delivery {
  const transport = createTransport({
    url: smtp.url,
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
  return {
    deliver: async ({ id, to, subject, text, html }) => {
      // The same id at each try lets the receiver drop a mail that comes twice.
      const messageId = `<${id}@shop.invalid>`
      await transport.sendMail({
        from: smtp.from,
        to: { name: '', address: to },
        subject,
        text,
        html,
        messageId,
      })
    },
    close: () => transport.close(),
  }
}

/** Files each mail where `/sandbox/mail` shows it. */
export function deliverToSandbox(shop: Shop): Delivery {
  return {
    deliver: async ({ id, to, subject, text, html }) => {
      await shop.db
        .insertInto('sandbox_mails')
        .values({ id, recipient: to, subject, text, html, received_at: shop.now() })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute()
    },
    close: () => undefined,
  }
}
