import { chooseProviders } from '#app/providers.ts'
import type { MailTemplates } from '#kit/mail/due-mails.ts'
import { mailJobs } from '#kit/mail/mailer.ts'
import { MAIL, type MailContent } from '#kit/mail/transport.ts'
import type { Shop } from '#kit/shop.ts'

type StoredMail = MailContent & { readonly template: string }

/** The mail jobs of one process of the shop, all at once, with the configured transport. */
export function createMailer(shop: Shop, templates?: MailTemplates) {
  const { mail } = chooseProviders(shop, async () => new Response())
  const jobs = mailJobs(shop, mail, templates)
  const job = { run: async () => void (await Promise.all(jobs.map(({ run }) => run()))) }
  return { job, jobs, close: () => mail.close() }
}

/** The mails in the outbox with the fields of their payload, oldest first. Those that are finished have none. */
export async function mailsIn({ db }: Pick<Shop, 'db'>) {
  const rows = await db.selectFrom('outbox').selectAll().where('kind', '=', MAIL).orderBy('id').execute()
  return rows.map((row) => ({ ...row, ...(JSON.parse(row.payload) as Partial<StoredMail>) }))
}

/** The mails that the sandbox has stored. */
export const sandboxMailsIn = ({ db }: Pick<Shop, 'db'>) =>
  db.selectFrom('sandbox_mails').selectAll().orderBy('id').execute()
