import { Readable } from 'node:stream'
import type { Config } from '#kit/config/config.ts'
import { shopName } from '#kit/identity/shop-identity.ts'
import { MORE } from '#kit/jobs.ts'
import { DeliveryError } from '#kit/outbox/delivery-error.ts'
import { DELIVERED_WITHIN_MS } from '#kit/outbox/lease.ts'
import { smtpError } from './smtp-error.ts'
import type { Mail, MailContent, MailOutbox, MailSender, MailTransport } from './transport.ts'

/** Hands a mail to the server; rejects when that fails, or when another process may send it by then. */
type Deliver = (
  id: string,
  mail: MailContent,
  sender: MailSender,
  mayHandOver: HandedOver['mayHandOver'],
) => Promise<void>

/** How many mails a run sends at most. */
const BATCH = 20

/**
 * Delivers to a mail server over persistent connections, with a timeout for each step and one for all: no delivery is longer than its
 * lease. A run ends if the server accepts no mail at present.
 */
export function smtpTransport(
  smtp: NonNullable<Config['smtp']>,
  deliveredWithinMs = DELIVERED_WITHIN_MS,
): MailTransport {
  const { connections } = smtp
  const pool = openPool(smtp)
  const nextDue = createSupply(connections)
  const from = readSender(smtp.from)
  const deliver: Deliver = async (id, mail, sender, mayHandOver) => {
    const { to, subject, text, html, attachments = [] } = mail
    const message = {
      mayHandOver,
      signal: AbortSignal.timeout(deliveredWithinMs),
      from: { ...from, name: headerText(sender.name ?? '') || from.name || shopName() },
      ...(sender.replyTo && { replyTo: { name: '', address: sender.replyTo } }),
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
async function sendOne(outbox: MailOutbox, mail: Mail, deliver: Deliver): Promise<unknown> {
  try {
    const content = await outbox.write(mail)
    if (!content) return undefined
    await deliver(mail.id, content, await outbox.sender(), () => outbox.mayHandOver(mail))
  } catch (error) {
    await outbox.recordFailure(mail, error)
    return error
  }
  await outbox.markSent(mail)
  return undefined
}

/** "Shop <shop@example.com>" or an address alone. */
function readSender(from: string): { readonly name: string; readonly address: string } {
  const { name = '', address = from } = /^(?<name>[^<]*)<(?<address>[^<>]+)>\s*$/.exec(from)?.groups ?? {}
  return { name: headerText(name.replaceAll('"', '')), address: address.trim() }
}

/** A text that can stand in a header: on one line. */
const headerText = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ').trim()

/** The library is loaded only if the shop sends mail. */
async function openPool({ url, connections }: NonNullable<Config['smtp']>) {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
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
  transport.use('stream', ({ data, message }, done) => {
    const { mayHandOver } = data as unknown as HandedOver
    const read = message.createReadStream.bind(message)
    message.createReadStream = () => Readable.from(askFirst(mayHandOver, read()))
    done()
  })
  return transport
}

/** What a message has besides, for the plugin of the transport. */
interface HandedOver {
  readonly mayHandOver: () => Promise<boolean>
}

/**
 * The content, which is read only when the server has accepted sender and recipient and waits for it. The process may have stood still
 * until then: an error closes the connection, and the server has no mail.
 */
async function* askFirst(mayHandOver: HandedOver['mayHandOver'], content: Readable): AsyncGenerator<Buffer> {
  if (!(await mayHandOver())) {
    content.destroy()
    throw new Error('the mail was not handed over: its lease had ended, and another process sends it')
  }
  yield* content
}
