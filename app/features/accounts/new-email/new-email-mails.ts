import { renderMail } from '#kit/mail/layout.ts'
import type { Shop } from '#kit/shop.ts'

/** Paths of the pages that mailed links lead to. */
const CONFIRM_PAGE = '/new-email'
const UNDO_PAGE = '/new-email/undo'

const linkTo = ({ config }: Pick<Shop, 'config'>, page: string, token: string): string =>
  `${config.publicUrl}${page}?${new URLSearchParams({ token })}`

/** To the new address. Anyone can ask for it, so it has no text of theirs. */
export const confirmMail = (shop: Pick<Shop, 'config'>, token: string) => ({
  subject: 'Confirm your new e-mail address',
  ...renderMail({
    title: 'Confirm your new e-mail address',
    paragraphs: [
      'Hello,',
      'somebody wants to use this address for an account of the shop. If it was you, confirm within 24 hours, where you are signed in.',
      'If it was not you, leave this mail alone: nothing changes.',
    ],
    action: { label: 'Confirm address', url: linkTo(shop, CONFIRM_PAGE, token) },
  }),
})

/** To an address that cannot be had, because it is that of an account, or was a few days ago. */
export const takenMail = () => ({
  subject: 'Somebody tried to use your e-mail address',
  ...renderMail({
    title: 'Somebody tried to use your e-mail address',
    paragraphs: [
      'Hello,',
      'somebody wanted to use this address for another account of the shop. It belongs to yours, so nothing changes.',
      'If it was you, sign in with this address instead.',
    ],
  }),
})

/** To the old address. Only a verified one is told the name. */
export const changedMail = (
  shop: Pick<Shop, 'config'>,
  token: string,
  { name, isVerified }: { readonly name: string; readonly isVerified: boolean },
) => ({
  subject: 'Your e-mail address was changed',
  ...renderMail({
    title: 'Your e-mail address was changed',
    paragraphs: [
      isVerified ? `Hello ${name},` : 'Hello,',
      'the account of this address has another e-mail address since just now, with which it signs in.',
      'If it was not you, take the change back within 7 days: every device is signed out then. Set a new password afterwards.',
    ],
    action: { label: 'Take the change back', url: linkTo(shop, UNDO_PAGE, token) },
  }),
})

/** To the old address, which the account has again. */
export const undoneMail = ({ config }: Pick<Shop, 'config'>) => ({
  subject: 'The change of your e-mail address was taken back',
  ...renderMail({
    title: 'The change of your e-mail address was taken back',
    paragraphs: [
      'Hello,',
      'your account has this e-mail address again, and every device is signed out.',
      'Whoever changed it may know your password. Set a new one at once.',
    ],
    action: { label: 'Set a new password', url: `${config.publicUrl}/forgotpass` },
  }),
})
