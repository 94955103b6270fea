import { type Migration, runStatements, typesOf } from '#kit/db/migrate.ts'

/** The words of mails to customers that an admin saved, in the only row. */
export const mailWords: Migration = {
  name: '0105-mail-words',
  async up(trx, kind) {
    const { clustered } = typesOf(kind)
    await runStatements(trx, [
      `create table mail_words (
        id integer not null primary key check (id = 1), revision integer not null, words text not null)
        ${clustered}`,
    ])
  },
}
