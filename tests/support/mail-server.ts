import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** How a mail server answers a mail to that address: an error refuses it, nothing accepts it. */
type Answer = (to: string, source: string) => Error | undefined | Promise<Error | undefined>

/**
 * A mail server that stores what it accepts, at that port or any that is free. `beforeData` is waited for before it accepts a
 * recipient.
 */
export async function startMailServer(
  answer: Answer = () => undefined,
  at = 0,
  beforeData: (to: string) => Promise<unknown> = async () => undefined,
) {
  const received: { to: string[]; source: string }[] = []
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    // Connections that a client keeps open would hold up whoever stops it, for half a minute.
    closeTimeout: 100,
    onRcptTo: ({ address }, _session, done) => void beforeData(address).then(() => done()),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        const to = session.envelope.rcptTo.map(({ address }) => address)
        const source = Buffer.concat(chunks).toString()
        const refusal = await answer(to[0] ?? '', source)
        if (refusal) return done(refusal)
        received.push({ to, source })
        done()
      })
    },
  })
  // A client may go in the middle of a mail.
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    environment: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Shop <shop@example.com>' },
    port,
    received,
    connections: () => server.connections.size,
    stop: () => new Promise<void>((resolve) => server.close(resolve)),
  }
}
