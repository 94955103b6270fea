import { type Migration, runStatements } from '#kit/db/migrate.ts'

/** Mails that are written when they are sent, and which orders were reminded of the end of their hold. */
export const mailTemplates: Migration = {
  name: '0005-mail-templates',
  async up(trx, kind) {
    const big = kind === 'sqlite' ? 'integer' : 'bigint'
    await runStatements(trx, [
      'alter table mails add column template text',
      'alter table mails add column about text',
      `alter table orders add column reminded_at ${big}`,
    ])
  },
}
