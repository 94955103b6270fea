import { DeliveryError, deliveryError } from './delivery-error.ts'
import type { Mail, MailTransport, Outbox, ReadyMail } from './transport.ts'

const BATCH = 20

/**
 * Delivers to a mail server, one mail after the other over persistent connections, with a timeout for each step. The run
 * ends if the server accepts no mail at present.
 */
export function smtpTransport(smtp: { url: string; from: string }): MailTransport {
  const pool = openPool(smtp.url)
  const deliver = async ({ id, to, subject, text, html }: ReadyMail): Promise<void> => {
    const message = {
      from: smtp.from,
      to: { name: '', address: to },
      subject,
      text,
      html,
      // The same id at each attempt lets the receiver discard duplicates.
      messageId: `<${id}@shop.invalid>`,
      // Prevents out-of-office replies.
      headers: { 'Auto-Submitted': 'auto-generated' },
    }
    await (await pool).sendMail(message).catch((error: unknown) => {
      throw deliveryError(error)
    })
  }
  return {
    deliverDue: async (outbox) => {
      for (const mail of await outbox.due(BATCH)) {
        if (!(await outbox.claim(mail))) continue
        const failure = await sendOne(outbox, mail, deliver)
        // The other mails stay due for the next run.
        if (failure instanceof DeliveryError && failure.kind === 'server unavailable') return
      }
    },
    close: async () => (await pool).close(),
  }
}

/** Sends a claimed mail; if that fails, records the error and resolves with it. */
async function sendOne(
  outbox: Outbox,
  mail: Mail,
  deliver: (mail: ReadyMail) => Promise<void>,
): Promise<unknown> {
  try {
    const ready = await outbox.write(mail)
    if (!ready) return undefined
    await deliver(ready)
  } catch (error) {
    await outbox.recordFailure(mail, error)
    return error
  }
  await outbox.markSent(mail)
  return undefined
}

/** The library is loaded only if the shop sends mail. */
async function openPool(url: string) {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    dnsTimeout: 10_000,
    // The shop writes the content; no mail needs a file or an address of the server's network.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}
