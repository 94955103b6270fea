import { enqueueMail } from '#kit/mail/enqueue.ts'
import { renderMail } from '#kit/mail/layout.ts'
import type { Shop } from '#kit/shop.ts'
import { isSet } from '../tables.ts'
import type { Origin } from './events.ts'

/** Mails the owner of the account that a browser has signed in from which it was not used. A verified address only. */
export async function mailNewBrowser(shop: Shop, userId: string, origin: Origin): Promise<void> {
  await mailOwner(shop, userId, (name) => newBrowserMail(shop, name, origin))
}

/** Mails the owner of an account, in the transaction of `shop.db`: only a verified address, since anyone can register any. */
export async function mailOwner(
  shop: Shop,
  userId: string,
  mailFor: (name: string) => ReturnType<typeof newBrowserMail>,
): Promise<void> {
  const user = await shop.db
    .selectFrom('user')
    .select(['email', 'name', 'emailVerified'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!user || !isSet(user.emailVerified)) return
  await enqueueMail(shop.db, shop.now(), { to: user.email, ...mailFor(user.name) })
}

/** Mails the owner of the account that its password was changed, also by a mailed link. */
export async function mailPasswordChanged(shop: Shop, userId: string): Promise<void> {
  await mailOwner(shop, userId, (name) => passwordMail(shop, name))
}

export const passwordMail = ({ config }: Pick<Shop, 'config'>, name: string) => ({
  subject: 'Your password was changed',
  ...renderMail({
    title: 'Your password was changed',
    paragraphs: [
      `Hello ${name},`,
      'the password of your account was changed just now, and every other device is signed out.',
      'If it was not you, set a new password at once by “Forgot Password”, and remove passkeys that are not yours on the page Security.',
    ],
    action: { label: 'Set a new password', url: `${config.publicUrl}/forgotpass` },
  }),
})

export const sessionsEndedMail = ({ config }: Pick<Shop, 'config'>, name: string) => {
  const subject = 'You were signed out everywhere'
  return {
    subject,
    ...renderMail({
      title: subject,
      paragraphs: [
        `Hello ${name},`,
        'the staff of the shop signed your account out on every device just now. Sign in again to go on.',
        'If you did not ask for it, somebody else may know your password: set a new one by “Forgot Password”, then look at what happened on the page Security.',
      ],
      action: { label: 'Sign in', url: `${config.publicUrl}/login` },
    }),
  }
}

export const newBrowserMail = (
  { config }: Pick<Shop, 'config'>,
  name: string,
  { browser, address }: Origin,
) => {
  const subject = 'A new browser has signed in'
  return {
    subject,
    ...renderMail({
      title: subject,
      paragraphs: [
        `Hello ${name},`,
        `somebody signed in to your account just now from a browser that was not used for it before: ${browser}${address === undefined ? '' : `, from the network address ${address}`}.`,
        'If it was you, there is nothing to do. If not, set a new password at once: that signs out every other device. Then look at what happened on the page Security.',
      ],
      action: { label: 'Look at what happened', url: `${config.publicUrl}/dashboard/security` },
    }),
  }
}
