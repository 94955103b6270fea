import { renderMail } from '#kit/mail/layout.ts'
import type { Shop } from '#kit/shop.ts'
import { INVITATION_DAYS } from '../limits.ts'
import { joinPath } from '../paths.ts'
import type { Invite } from '../schema.ts'
import { roleTexts } from '../texts.ts'

interface Invited extends Pick<Invite, 'role'> {
  readonly company: string
  readonly inviter: string
  readonly token: string
}

/** So many characters of the name are told to somebody who may not know the company. */
const NAME_SHOWN = 60

/** A name that a stranger typed, so that a mail program makes no link of any part of it. */
const withoutLinks = (name: string): string => {
  const shown = name.length > NAME_SHOWN ? `${[...name].slice(0, NAME_SHOWN - 1).join('')}…` : name
  return shown.replace(/([.:@/\\])(?=\S)/gu, '$1 ')
}

/** The mail of an invitation: who invites is named by the address that was confirmed. */
export function invitationMail({ config }: Pick<Shop, 'config'>, { company, inviter, role, token }: Invited) {
  const subject = 'You are invited to order for a company'
  return {
    subject,
    ...renderMail({
      title: subject,
      paragraphs: [
        'Hello,',
        `whoever has the address ${inviter} invites you to order in the shop for a company. Sign in with this e-mail address, or register with it, and join.`,
        'The shop does not know this company: whoever invites you wrote its name, and nothing in it is from the shop. Join only if you expect this.',
        `The link can be used once, for ${INVITATION_DAYS} days. If you know nothing of it, leave this mail alone: nothing happens.`,
      ],
      facts: { 'Company, as they call it': withoutLinks(company), 'Your role': roleTexts[role].name },
      action: { label: 'See the invitation', url: config.publicUrl + joinPath(token) },
    }),
  }
}
