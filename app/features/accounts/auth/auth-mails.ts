import { shopName } from '#kit/identity/shop-identity.ts'
import { enqueueMail } from '#kit/mail/enqueue.ts'
import { renderMail } from '#kit/mail/layout.ts'
import { mayMailUnproven } from '#kit/mail/unproven-mails.ts'
import type { Shop } from '#kit/shop.ts'
import type { AuthDatabase } from './auth-database.ts'

export interface Recipient {
  readonly email: string
  readonly name: string
  readonly emailVerified: boolean
}

interface TokenMail {
  readonly user: Recipient
  readonly token: string
}

/** The page that a mailed reset link leads to. */
const RESET_PAGE = '/reset-password'

/**
 * The mails of the sign-in service, added to the outbox: an error while sending would fail the sign-in itself.
 * Anyone can register any address and request these mails. So only a mail to a verified address contains the name, and
 * links contain the token but no text that the caller chose.
 */
export function createAuthMails(shop: Shop, database: AuthDatabase) {
  const at = (path: string): string => `${shop.config.publicUrl}${path}`
  const send = (
    to: string,
    subject: string,
    content: { text: string; html: string },
    { isUrgent = true } = {},
  ): Promise<void> => enqueueMail(database.current(), shop.now(), { to, subject, ...content }, { isUrgent })
  return {
    sendVerification: async ({ user, token }: TokenMail) => {
      const mail = { to: user.email, cause: 'account', template: 'verification' } as const
      // In the library's transaction: see `createAuthDatabase`.
      if (!(await mayMailUnproven({ ...shop, db: database.current() }, mail))) return
      await send(
        user.email,
        'Confirm your e-mail address',
        renderMail({
          title: `Welcome to ${shopName()}`,
          paragraphs: [
            'Hello,',
            'an account was made for this address. Confirm within 24 hours that it is yours. You can order before that.',
            'If you made no account, leave this mail alone: do not confirm.',
          ],
          action: { label: 'Confirm address', url: at(`/api/auth/verify-email?token=${token}`) },
        }),
      )
    },
    /** For accounts that begin with a verified address. */
    sendWelcome: (user: Recipient) =>
      send(
        user.email,
        `Welcome to ${shopName()}`,
        renderMail({
          title: `Welcome to ${shopName()}`,
          paragraphs: [
            greeting(user),
            'you have an account now, and your address is confirmed. Sign in with Google, as you did just now, whenever you come back.',
          ],
          action: { label: 'To the shop', url: shop.config.publicUrl },
        }),
        { isUrgent: false },
      ),
    sendReset: ({ user, token }: TokenMail) =>
      send(
        user.email,
        'Reset your password',
        renderMail({
          title: 'Reset your password',
          paragraphs: [
            greeting(user),
            'somebody asked for a new password for this address. Choose one within an hour; every device is signed out then.',
            ...(user.emailVerified ? [] : [CLEARED_BY_RESET]),
            'If it was not you, leave this mail alone: your password stays as it is.',
          ],
          action: {
            label: 'Choose a new password',
            url: at(`/api/auth/reset-password/${token}?callbackURL=${encodeURIComponent(RESET_PAGE)}`),
          },
        }),
      ),
  }
}

const CLEARED_BY_RESET =
  'The address of your account is not confirmed yet, so anyone could have made it. The new password confirms it, and removes contact data, cart and unpaid orders.'

const greeting = ({ name, emailVerified }: Recipient): string => (emailVerified ? `Hello ${name},` : 'Hello,')
