import type pg from 'pg'

/** Lifts the server's limit of 15 s, and the one below until the connection is free again. */
const WITHOUT_LIMIT = /^set (local )?statement_timeout = 0$/

/** Longer than the server lets a query run: without an answer by then, nobody is there any more. */
const LONGEST_SILENCE_MS = 16_000

/** Drops the connections of a pool that have stopped answering. */
export interface SilenceLimit {
  /** Waits for the answer to a query, but not for ever. */
  wait<Answer>(client: pg.PoolClient, text: string, answer: Promise<Answer>): Promise<Answer>
  /** The connection is free for the next caller. */
  release(client: pg.PoolClient): void
}

/**
 * A host that vanishes, without a word to its clients, leaves connections that never answer: the system reports them after
 * many minutes. When a query has no answer for too long, every connection is dropped that has not answered since the query
 * was sent. Their queries fail, and the next ones open new connections.
 */
export function limitSilence(pool: pg.Pool, longestMs = LONGEST_SILENCE_MS): SilenceLimit {
  const answeredAt = new WeakMap<pg.ClientBase, number>()
  const waiting = new Set<pg.PoolClient>()
  const withoutLimit = new WeakSet<pg.ClientBase>()
  pool.on('connect', (client) => answeredAt.set(client, performance.now()))

  const dropSilentSince = (sentAt: number): void => {
    for (const client of waiting) {
      if (withoutLimit.has(client) || (answeredAt.get(client) ?? 0) > sentAt) continue
      // Closes the socket at once, since a query is running; that query rejects.
      ;(client as pg.PoolClient & Pick<pg.Client, 'end'>).end()
    }
  }
  return {
    wait: async (client, text, answer) => {
      if (WITHOUT_LIMIT.test(text)) withoutLimit.add(client)
      const sentAt = performance.now()
      const timer = withoutLimit.has(client) ? undefined : setTimeout(dropSilentSince, longestMs, sentAt)
      waiting.add(client)
      try {
        return await answer
      } finally {
        clearTimeout(timer)
        waiting.delete(client)
        answeredAt.set(client, performance.now())
      }
    },
    release: (client) => withoutLimit.delete(client),
  }
}
