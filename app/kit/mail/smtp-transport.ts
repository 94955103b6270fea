import { DeliveryError } from '#kit/outbox/delivery-error.ts'
import { smtpError } from './smtp-error.ts'
import type { Mail, MailContent, MailOutbox, MailTransport } from './transport.ts'

const BATCH = 20

/**
 * Delivers to a mail server, one mail after the other over persistent connections, with a timeout for each step. The run
 * ends if the server accepts no mail at present.
 */
export function smtpTransport(smtp: { url: string; from: string }): MailTransport {
  const pool = openPool(smtp.url)
  const deliver = async (id: string, mail: MailContent): Promise<void> => {
    const { to, subject, text, html, attachments = [] } = mail
    const message = {
      from: smtp.from,
      to: { name: '', address: to },
      subject,
      text,
      html,
      attachments: attachments.map((file) => ({ ...file, content: Buffer.from(file.content) })),
      // The same id at each attempt lets the receiver discard duplicates.
      messageId: `<${id}@shop.invalid>`,
      // Prevents out-of-office replies.
      headers: { 'Auto-Submitted': 'auto-generated' },
    }
    await (await pool).sendMail(message).catch((error: unknown) => {
      throw smtpError(error)
    })
  }
  return {
    deliverDue: async (outbox) => {
      for (const mail of await outbox.due(BATCH)) {
        if (!(await outbox.claim(mail))) continue
        const failure = await sendOne(outbox, mail, deliver)
        // The other mails stay due for the next run.
        if (failure instanceof DeliveryError && failure.kind === 'unavailable') return
      }
    },
    close: async () => (await pool).close(),
  }
}

/** Sends a claimed mail; if that fails, records the error and resolves with it. */
async function sendOne(
  outbox: MailOutbox,
  mail: Mail,
  deliver: (id: string, content: MailContent) => Promise<void>,
): Promise<unknown> {
  try {
    const content = await outbox.write(mail)
    if (!content) return undefined
    await deliver(mail.id, content)
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
