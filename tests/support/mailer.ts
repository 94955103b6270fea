import { chooseProviders } from '#app/providers.ts'
import type { MailTemplates } from '#kit/mail/due-mails.ts'
import { mailJob } from '#kit/mail/mailer.ts'
import type { Shop } from '#kit/shop.ts'

/** The mail job of one process of the shop, with the configured transport. */
export function createMailer(shop: Shop, templates?: MailTemplates) {
  const { mail } = chooseProviders(shop, async () => new Response())
  return { job: mailJob(shop, mail, templates), close: () => mail.close() }
}

export const mailsIn = ({ db }: Pick<Shop, 'db'>) =>
  db.selectFrom('mails').selectAll().orderBy('id').execute()

/** The mails that the sandbox has stored. */
export const sandboxMailsIn = ({ db }: Pick<Shop, 'db'>) =>
  db.selectFrom('sandbox_mails').selectAll().orderBy('id').execute()
