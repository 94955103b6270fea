import { renderMail } from '#kit/mail/layout.ts'
import type { Shop } from '#kit/shop.ts'

export const addedMail = ({ config }: Pick<Shop, 'config'>, name: string, passkey: string) => ({
  subject: 'A passkey was added to your account',
  ...renderMail({
    title: 'A passkey was added to your account',
    paragraphs: [
      `Hello ${name},`,
      `your account has a new passkey, “${passkey}”. Whoever has it can sign in without the password.`,
      'If it was not you, remove it on the page Security at once, and set a new password.',
    ],
    action: { label: 'Look at your passkeys', url: `${config.publicUrl}/dashboard/security` },
  }),
})

export const removedMail = ({ config }: Pick<Shop, 'config'>, name: string, passkey: string) => ({
  subject: 'A passkey was removed from your account',
  ...renderMail({
    title: 'A passkey was removed from your account',
    paragraphs: [
      `Hello ${name},`,
      `the passkey “${passkey}” does not sign in to your account any more.`,
      'If it was not you, set a new password at once, and look at what happened on the page Security.',
    ],
    action: { label: 'Look at your passkeys', url: `${config.publicUrl}/dashboard/security` },
  }),
})
