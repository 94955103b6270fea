import { expect, test } from 'vitest'
import { startMailServer } from '#tests/support/mail-server.ts'
import { createMailer } from '#tests/support/mailer.ts'
import { createTestShop } from '#tests/support/test-shop.ts'
import { NO_TEMPLATES } from './due-mails.ts'
import { enqueueMail } from './enqueue.ts'

const MAIL = { to: 'ada@example.com', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' }

// attack: mail-headers
test.each([
  [
    'a name of the seller',
    { name: 'Müller & Söhne GmbH', replyTo: 'sales@shop.example' },
    'Müller & Söhne GmbH',
  ],
  ['no name: that of MAIL_FROM', {}, 'Shop'],
  [
    'a name that tries to be more',
    { name: 'Shop" <eve@example.com>\r\nBcc: other@example.com\r\n\r\nAnother body\u0000' },
    'Shop" <eve@example.com> Bcc: other@example.com Another body',
  ],
])('the sender of a mail is %s, at the address of MAIL_FROM', async (_, sender, name) => {
  const server = await startMailServer()
  try {
    await using shop = await createTestShop(server.environment)
    const mailer = createMailer(shop, { ...NO_TEMPLATES, senderOf: async () => sender })
    await enqueueMail(shop.db, shop.now(), MAIL)
    await mailer.job.run()
    await mailer.close()
    expect(server.received.map(({ to }) => to)).toEqual([[MAIL.to]])
    const [head = '', body] = server.received[0]?.source.split('\r\n\r\n') ?? []
    const headers = head.replace(/\r\n(?=[ \t])/g, '').split('\r\n')
    const fieldsOf = (field: string) => headers.filter((line) => line.toLowerCase().startsWith(`${field}:`))
    expect(fieldsOf('bcc')).toEqual([])
    expect(body).not.toContain('Another body')
    const [from, ...others] = fieldsOf('from')
    expect([decodeHeader(from ?? ''), others]).toEqual([`From: ${name} <shop@example.com>`, []])
    expect(fieldsOf('reply-to')).toEqual('replyTo' in sender ? [`Reply-To: ${sender.replyTo}`] : [])
  } finally {
    await server.stop()
  }
})

/** As a mail program shows it: words of Base64 or quoted-printable, and a name in quotation marks. */
const decodeHeader = (header: string): string =>
  header
    .replace(/=\?UTF-8\?([BQ])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(word, 'base64').toString()
        : decodeURIComponent(word.replaceAll('_', ' ').replace(/%/g, '%25').replaceAll('=', '%')),
    )
    .replace(/"((?:[^"\\]|\\.)*)"/, (_, name: string) => name.replace(/\\(.)/g, '$1'))
