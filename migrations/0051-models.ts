import { type Migration, runStatements, typesOf } from '#kit/db/migrate.ts'

/** Categories say how their parts get a shape, as JSON. `model_files` has the models that were made. */
export const models: Migration = {
  name: '0051-models',
  async up(trx, kind) {
    const { bigint, bytes, strict } = typesOf(kind)
    await runStatements(trx, [
      'alter table categories add column shape text',
      `create table model_files (
        geometry text not null, format text not null check (format in ('step', 'glb', 'dxf', 'svg')), content ${bytes},
        reason text, used_at ${bigint} not null, primary key (geometry, format),
        check ((content is null) <> (reason is null))) ${strict}`,
      'create index model_files_used on model_files (used_at)',
    ])
  },
}
