import { renderMail } from '#kit/mail/layout.ts'
import { enqueueMail } from '#kit/mail/outbox.ts'
import type { Shop } from '#kit/shop.ts'
import type { AuthDatabase } from './auth-database.ts'

interface Occasion {
  readonly user: { readonly email: string; readonly name: string }
  readonly url: string
}

/** The mails of the sign-in service. They only enter the outbox: what a hook throws would fail the sign-in itself. */
export function createAuthMails(shop: Shop, database: AuthDatabase) {
  const send = (to: string, subject: string, content: { text: string; html: string }): Promise<void> =>
    enqueueMail(database.current(), shop.now(), { to, subject, ...content })
  return {
    sendVerification: ({ user, url }: Occasion) =>
      send(
        user.email,
        'Confirm your e-mail address',
        renderMail({
          title: 'Confirm your e-mail address',
          paragraphs: [
            `Hello ${user.name},`,
            'An account was made for this address. Confirm that it is yours within 24 hours. You can order before that.',
            'If you made no account, leave this mail alone: do not confirm.',
          ],
          action: { label: 'Confirm address', url },
        }),
      ),
    sendReset: ({ user, url }: Occasion) =>
      send(
        user.email,
        'Reset your password',
        renderMail({
          title: 'Reset your password',
          paragraphs: [
            `Hello ${user.name},`,
            'Somebody asked for a new password for this address. Choose one within an hour; every device is signed out then.',
            'If it was not you, leave this mail alone: your password stays as it is.',
          ],
          action: { label: 'Choose a new password', url },
        }),
      ),
  }
}
