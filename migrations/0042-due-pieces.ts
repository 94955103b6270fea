import { type Migration, runStatements } from '#kit/db/migrate.ts'

/**
 * An order whose shipping was stopped has how many of its pieces were shipped or left to ship then, so that undoing what was
 * taken back later gives it the state that it had.
 */
export const duePieces: Migration = {
  name: '0042-due-pieces',
  async up(trx) {
    await runStatements(trx, ['alter table orders add column due_pieces integer'])
  },
}
