import { chooseProviders } from '#app/providers.ts'
import type { MailTemplates } from '#kit/mail/due-mails.ts'
import { mailJob } from '#kit/mail/mailer.ts'
import type { Shop } from '#kit/shop.ts'

/** The mails of one process of that shop, by the transport that it is configured for. */
export function createMailer(shop: Shop, templates?: MailTemplates) {
  const { mail } = chooseProviders(shop, async () => new Response())
  return { job: mailJob(shop, mail, templates), close: () => mail.close() }
}
