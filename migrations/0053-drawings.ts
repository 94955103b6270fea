import { type Migration, runStatements, typesOf } from '#kit/db/migrate.ts'

/** `model_files` also has drawings. All that it has can be made again, and SQLite changes no condition of a column. */
export const drawings: Migration = {
  name: '0053-drawings',
  async up(trx, kind) {
    const { bigint, bytes, strict } = typesOf(kind)
    await runStatements(trx, [
      'drop table model_files',
      `create table model_files (
        geometry text not null, format text not null check (format in ('step', 'glb', 'dxf', 'svg')), content ${bytes},
        reason text, used_at ${bigint} not null, primary key (geometry, format),
        check ((content is null) <> (reason is null))) ${strict}`,
      'create index model_files_used on model_files (used_at)',
    ])
  },
}
