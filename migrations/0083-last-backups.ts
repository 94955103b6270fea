import { type Migration, runStatements, typesOf } from '#kit/db/migrate.ts'

/** When the shop was last backed up, by the place of the backup: on the machine, or elsewhere. */
export const lastBackups: Migration = {
  name: '0083-last-backups',
  async up(trx, kind) {
    const { bigint, strict } = typesOf(kind)
    await runStatements(trx, [
      `create table last_backups (place text not null primary key, made_at ${bigint} not null) ${strict}`,
    ])
  },
}
