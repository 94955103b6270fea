import { type Migration, runStatements, typesOf } from '#kit/db/migrate.ts'

/** The table of moves, which a move makes first in the empty database to which it goes; this step finds it there later. */
export function moveTable(kind: 'sqlite' | 'postgres'): string {
  const { bigint, strict } = typesOf(kind)
  return `create table if not exists moves (
    id text not null primary key, role text not null check (role in ('to', 'from')), other text not null,
    progress text not null, started_at ${bigint} not null, finished_at ${bigint}) ${strict}`
}

/** Whether the shop was moved to this database from another one, how far that is, or whether it was moved away. */
export const moves: Migration = {
  name: '0081-moves',
  async up(trx, kind) {
    await runStatements(trx, [moveTable(kind)])
  },
}
