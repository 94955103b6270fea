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
        `The link can be used once, for ${INVITATION_DAYS} days. If you know nothing of it, leave this mail alone: nothing happens.`,
      ],
      facts: { Company: company, 'Your role': roleTexts[role].name },
      action: { label: 'See the invitation', url: config.publicUrl + joinPath(token) },
    }),
  }
}
