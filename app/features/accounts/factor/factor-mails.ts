import { renderMail } from '#kit/mail/layout.ts'
import type { Shop } from '#kit/shop.ts'

type Reader = { readonly name: string }

const action = ({ config }: Pick<Shop, 'config'>) => ({
  label: 'Open Security',
  url: `${config.publicUrl}/dashboard/security`,
})

/** To the owner of an account that has a second factor since just now. */
export const addedMail = (shop: Pick<Shop, 'config'>, { name }: Reader) => ({
  subject: 'A second factor was added to your account',
  ...renderMail({
    title: 'A second factor was added to your account',
    paragraphs: [
      `Hello ${name},`,
      'signing in to your account wants a code of an app too since just now, and every other device is signed out.',
      'Keep your backup codes where you find them without your phone: nobody else can let you in without a code.',
      'If it was not you, somebody knows your password: set a new one by “Forgot Password”, which signs every device out, and write to us.',
    ],
    action: action(shop),
  }),
})

export const removedMail = (shop: Pick<Shop, 'config'>, { name }: Reader) => ({
  subject: 'The second factor of your account was removed',
  ...renderMail({
    title: 'The second factor of your account was removed',
    paragraphs: [
      `Hello ${name},`,
      'signing in to your account wants no code any more since just now.',
      'If it was not you, sign in, change your password and set up a second factor again.',
    ],
    action: action(shop),
  }),
})

export const newCodesMail = (shop: Pick<Shop, 'config'>, { name }: Reader) => ({
  subject: 'Your account has new backup codes',
  ...renderMail({
    title: 'Your account has new backup codes',
    paragraphs: [
      `Hello ${name},`,
      'ten new backup codes of your second factor were made just now. The former ones are not good any more.',
      'If it was not you, somebody knows your password: set a new one by “Forgot Password”, then make new codes yourself.',
    ],
    action: action(shop),
  }),
})
