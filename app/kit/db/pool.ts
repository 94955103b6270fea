import { createHash } from 'node:crypto'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { repeatOnConflict } from './repeat-on-conflict.ts'
import { limitSilence } from './silent-connections.ts'
import { failureOf, noteUnreplicated, refuseUnreplicated } from './transaction-failures.ts'

// pg returns bigint, count and sum as strings; check constraints keep the values of the shop safe integers.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)

/** The longest time in ms that a query runs, and that a transaction waits for its next query. */
const LONGEST_MS = 15_000

const LIMITS = [`statement_timeout = ${LONGEST_MS}`, `idle_in_transaction_session_timeout = ${LONGEST_MS}`]

/** Compiling a plan, or running it in parallel, takes longer than any query of the shop. */
const PLANS = ['jit = off', 'max_parallel_workers_per_gather = 0']

const READ_ONLY = ['default_transaction_read_only = on']

const CONNECTED_WITHIN_MS = 10_000

interface PoolOptions {
  /** The most connections. */
  readonly connections: number
  /** Transactions cannot write, unless they ask for it. */
  readonly isReadOnly?: boolean
}

/** The connections of a process to PostgreSQL, directly or through PgBouncer in transaction mode. */
export function openPool(databaseUrl: string, { connections, isReadOnly = false }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: connections,
    connectionTimeoutMillis: CONNECTED_WITHIN_MS,
    keepAlive: true,
    onConnect: (client) => prepareConnection(client, isReadOnly ? READ_ONLY : []),
  })
  // Without these listeners a lost connection, idle or in use, would end the process. A query on it rejects anyway.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
    noteUnreplicated(client)
  })
  return pool
}

/** The connections that lead to a pooler. */
const pooled = new WeakSet<pg.ClientBase>()

/**
 * Sets what holds for the whole connection, when it is one. A pooler refuses settings at the start of a connection, and
 * reports a process of its own as that of the server.
 */
async function prepareConnection(client: pg.ClientBase, others: readonly string[]): Promise<void> {
  if (await leadsToPooler(client)) {
    pooled.add(client)
    return
  }
  await client.query(setAll('set', [...LIMITS, ...PLANS, ...others]))
  // Reads sixteen scattered pages at a time from the disk, the default of PostgreSQL 18: one at a time, the thousand rows of
  // a search take twice as long. Servers on systems without read-ahead reject the setting, which is harmless.
  await client.query('set effective_io_concurrency = 16').catch(() => undefined)
}

/** Whether each transaction of a connection may run on another connection of the server. */
export async function leadsToPooler(client: pg.ClientBase): Promise<boolean> {
  // The pooler may wait for a connection of the server, before anything limits the time.
  const question = { text: 'select pg_backend_pid() as pid', query_timeout: CONNECTED_WITHIN_MS }
  const { rows } = await client.query<{ pid: number }>(question)
  return rows[0]?.pid !== (client as pg.ClientBase & { readonly processID: number }).processID
}

const setAll = (command: string, settings: readonly string[]): string =>
  settings.map((setting) => `${command} ${setting}`).join('; ')

/** The status of a connection without a transaction. */
const IDLE = 'I'

const BEGIN = /^(begin|start transaction)/

/** What the locks of the shop are written for, whatever the server or its role begins by itself. */
const BEGIN_EXPLICITLY = 'begin isolation level read committed'

/** The server has become a standby, or was made read-only. */
const READ_ONLY_SERVER = '25006'

/**
 * A pool for Kysely whose writes are named, so that each connection of PostgreSQL parses and plans them once. A statement
 * outside of a transaction is one by itself, so it is tried again after a deadlock as transactions are.
 */
export function poolForKysely(pool: pg.Pool): PostgresPool {
  const silence = limitSilence(pool)
  const nameOf = createNameOf()
  const connect = connectToWriting(pool)
  return {
    options: pool.options,
    connect: async () => {
      const { client, noteReadOnly } = await connect()
      const failure = failureOf()
      const send = (asked: string, values: unknown[]) => {
        const text = asked === 'begin' ? BEGIN_EXPLICITLY : asked
        const sent = pooled.has(client)
          ? client.query(
              BEGIN.test(text) ? `${text}; ${setAll('set local', [...LIMITS, ...PLANS])}` : text,
              values,
            )
          : client.query({ name: nameOf(text), text, values })
        return silence.wait(client, text, sent).then(refuseUnreplicated(client), noteReadOnly)
      }
      const query = (text: string, values: unknown[]) => {
        if (client.getTransactionStatus() !== IDLE) {
          const sent = send(text, values).catch(failure.explain)
          return text === 'commit' ? sent.then(failure.refuseRollback) : sent
        }
        failure.forget()
        return repeatOnConflict(() => send(text, values))
      }
      const release = (destroy?: boolean) => {
        silence.release(client)
        client.release(destroy)
      }
      return { query, release } as Pick<PostgresPoolClient, 'release'> as PostgresPoolClient
    },
    end: () => pool.end(),
  }
}

/**
 * Takes connections from a pool. After a failover its address may lead to another server, while the connections that are open
 * lead to the former one: when one of them finds it read-only, all that were opened before are closed.
 */
function connectToWriting(pool: pg.Pool) {
  const openedAt = new WeakMap<pg.ClientBase, number>()
  let readOnlyAtMs = Number.NEGATIVE_INFINITY
  pool.on('connect', (client) => openedAt.set(client, performance.now()))
  const noteReadOnly = (error: unknown): never => {
    if (error instanceof pg.DatabaseError && error.code === READ_ONLY_SERVER) readOnlyAtMs = performance.now()
    throw error
  }
  return async () => {
    for (;;) {
      const client = await pool.connect()
      if ((openedAt.get(client) ?? 0) > readOnlyAtMs) return { client, noteReadOnly }
      client.release(true)
    }
  }
}

/** The maximum number of prepared statements of a connection, on either database. */
export const MAXIMUM_STATEMENTS = 300

/** Longer texts are not prepared, as they are rarely repeated: an `insert` has its own text for each number of rows. */
export const MAXIMUM_PREPARED_LENGTH = 4000

/**
 * The names of writes. Queries have none: the best plan of a search depends on its words. A name is made of the text, so
 * that it never means another statement, whatever process gave it.
 */
function createNameOf(): (text: string) => string | undefined {
  const names = new Map<string, string>()
  return (text) => {
    if (text.length > MAXIMUM_PREPARED_LENGTH || !/^\s*(insert|update) /.test(text)) return undefined
    if (!names.has(text) && names.size < MAXIMUM_STATEMENTS)
      names.set(text, `write_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`)
    return names.get(text)
  }
}
