import type { Config } from '#kit/config/config.ts'
import { MORE } from '#kit/jobs.ts'
import { DeliveryError } from '#kit/outbox/delivery-error.ts'
import { smtpError } from './smtp-error.ts'
import type { Mail, MailContent, MailOutbox, MailTransport } from './transport.ts'

/** How many mails a run sends at most. */
const BATCH = 20

/**
 * Delivers to a mail server over persistent connections, with a timeout for each step. A run ends if the server accepts no
 * mail at present.
 */
export function smtpTransport(smtp: NonNullable<Config['smtp']>): MailTransport {
  const { connections } = smtp
  const pool = openPool(smtp)
  const nextDue = createSupply(connections)
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
    connections,
    deliverDue: async (outbox, stopping) => {
      // A process that stops waits for the mails that are on their way, not for a batch.
      for (let count = 0; count < BATCH && !stopping?.aborted; count += 1) {
        const mail = await nextDue(outbox)
        if (!mail) return undefined
        if (!(await outbox.claim(mail))) continue
        const failure = await sendOne(outbox, mail, deliver)
        // The other mails stay due for a later run.
        if (failure instanceof DeliveryError && failure.kind === 'unavailable') return 'unavailable'
      }
      return MORE
    },
    close: async () => (await pool).close(),
  }
}

/**
 * Hands the due mails to the connections, each to one. Few are read at a time: an urgent one that is added meanwhile waits for no
 * more than these.
 */
function createSupply(connections: number): (outbox: MailOutbox) => Promise<Mail | undefined> {
  // Of two mails that are read one may be of those that failed before.
  const limit = Math.max(2, connections)
  let ready: Mail[] = []
  let reading: Promise<void> | undefined
  const read = async (outbox: MailOutbox): Promise<void> => {
    try {
      ready = await outbox.due(limit)
    } finally {
      reading = undefined
    }
  }
  return async (outbox) => {
    if (ready.length === 0) {
      reading ??= read(outbox)
      await reading
    }
    return ready.shift()
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
async function openPool({ url, connections }: NonNullable<Config['smtp']>) {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    pool: true,
    maxConnections: connections,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    dnsTimeout: 10_000,
    // The shop writes the content; no mail needs a file or an address of the server's network.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}
