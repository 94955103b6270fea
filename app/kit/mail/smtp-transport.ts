import { DeliveryError, deliveryError } from './delivery-error.ts'
import type { Mail, MailTransport, Outbox, ReadyMail } from './transport.ts'

const BATCH = 20

/**
 * Delivers to a mail server, one mail after the other over connections that are kept, each step bounded in time. A
 * server that takes no mail at all for now ends the round.
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
      // The same id at each try lets the receiver drop a mail that comes twice.
      messageId: `<${id}@shop.invalid>`,
      // Nobody's absence note is to answer the shop.
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
        // The others keep their turn for the next round.
        if (failure instanceof DeliveryError && failure.fate === 'server away') return
      }
    },
    close: async () => (await pool).close(),
  }
}

/** Sends a claimed mail; resolves with why it could not be sent, once that is noted. */
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
    await outbox.putOff(mail, error)
    return error
  }
  await outbox.markSent(mail)
  return undefined
}

/** The library is loaded by those shops alone that send mail. */
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
    // The content is ours, yet no mail ever needs a file or an address of the server's network.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}
