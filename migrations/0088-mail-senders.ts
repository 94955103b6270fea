import { type Migration, runStatements } from '#kit/db/migrate.ts'

/** Who the mails in the sandbox are from, and who would get the answers. Those that were sent before say neither. */
export const mailSenders: Migration = {
  name: '0088-mail-senders',
  async up(trx) {
    await runStatements(trx, [
      'alter table sandbox_mails add column sender text',
      'alter table sandbox_mails add column reply_to text',
    ])
  },
}
