import pg from 'pg'
import { NoAnswerError } from './errors.ts'

/** A statement of a transaction in which one failed before: PostgreSQL takes none until its end. */
const AFTER_FAILURE = '25P02'

/** What failed first in the transaction of a connection. */
export function failureOf() {
  let first: unknown
  return {
    /** Another transaction begins. */
    forget: (): void => {
      first = undefined
    },
    /** Throws the error again; one that only says that another came before gets that as its cause. */
    explain: (error: unknown): never => {
      if (error instanceof pg.DatabaseError && error.code === AFTER_FAILURE) error.cause ??= first
      else first ??= error
      throw error
    },
    /** Throws what failed before, when that made the end of the transaction a rollback. */
    refuseRollback: <Answer>(answer: Answer): Answer => {
      const { command } = answer as { command?: string }
      if (command === 'ROLLBACK' && first !== undefined) throw first
      return answer
    },
  }
}

/** The connections whose last commit no standby has, though the server shall wait for one. */
const unreplicated = new WeakSet<pg.ClientBase>()

/** The function of PostgreSQL that waits for standbys, whatever the language of its messages. */
const WAITS_FOR_STANDBYS = 'SyncRepWaitForLSN'

/**
 * A commit waits for a standby without end. When somebody cancels it, PostgreSQL says with a warning that it is not replicated,
 * and then that it has succeeded.
 */
export function noteUnreplicated(client: pg.ClientBase): void {
  client.on('notice', ({ routine }) => {
    if (routine === WAITS_FOR_STANDBYS) unreplicated.add(client)
  })
}

/** Throws when the statement has committed what no standby has: it is lost with this server, so nobody may be told. */
export const refuseUnreplicated =
  (client: pg.ClientBase) =>
  <Answer>(answer: Answer): Answer => {
    if (unreplicated.delete(client)) throw new NoAnswerError('committed, but no standby has it')
    return answer
  }
