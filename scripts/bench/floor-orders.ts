import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import pg from 'pg'

/**
 * The floor of orders: the rows of one order in one synced transaction, by the bare driver, with nothing around it.
 * Prints orders per second. Arguments: a folder or a postgres:// address, customers at once, seconds.
 */
const [, , where = '', customers = '8', seconds = '5'] = process.argv

const TABLES = [
  'create table floor_products (id integer primary key, quantity integer not null check (quantity >= 0))',
  'create table floor_orders (id text primary key, user_id text, total integer, created_at bigint, note text)',
  'create table floor_lines (order_id text, position integer, product integer, quantity integer)',
  'create table floor_events (order_id text, kind text, at bigint)',
  'create table floor_version (shard integer primary key, version integer)',
  'insert into floor_products values (1, 2000000000)',
  'insert into floor_version values (0, 0)',
]

const STATEMENTS: readonly (readonly [text: string, values: (id: string) => string[]])[] = [
  ['insert into floor_orders values ($1, $2, 425, 1, $3)', (id) => [id, 'user', NOTE]],
  ['insert into floor_lines values ($1, 0, 1, 100)', (id) => [id]],
  [`insert into floor_events values ($1, 'placed', 1), ($2, 'held', 1)`, (id) => [id, id]],
  ['update floor_products set quantity = quantity - 100 where id = 1 and quantity >= 100', () => []],
  ['update floor_version set version = version + 1 where shard = 0', () => []],
]

const NOTE = 'a name, an e-mail address, a phone number and an address that fill a row as an order does'

let made = 0

const run = where.startsWith('postgres') ? onPostgres : onSqlite
const startedMs = performance.now()
const until = startedMs + Number(seconds) * 1000
await run()
process.stdout.write(`${Math.round((made / (performance.now() - startedMs)) * 1000)}\n`)

async function onSqlite(): Promise<void> {
  const db = new SQLite(join(where, 'floor.db'))
  db.pragma('journal_mode = wal')
  db.pragma('synchronous = full')
  for (const statement of TABLES) db.exec(statement)
  const prepared = STATEMENTS.map(([text, values]) => ({
    statement: db.prepare(text.replaceAll(/\$\d/g, '?')),
    values,
  }))
  const place = db.transaction((id: string) => {
    for (const { statement, values } of prepared) statement.run(...values(id))
  })
  while (performance.now() < until) place.immediate(`order-${made++}`)
  db.close()
}

async function onPostgres(): Promise<void> {
  const pool = new pg.Pool({ connectionString: where, max: Math.min(16, Number(customers)) })
  for (const statement of TABLES) await pool.query(statement)
  const customer = async (): Promise<void> => {
    while (performance.now() < until) {
      const id = `order-${made++}`
      const client = await pool.connect()
      await client.query('begin')
      for (const [place, [text, values]] of STATEMENTS.entries()) {
        await client.query({ name: `floor ${place}`, text, values: values(id) })
      }
      await client.query('commit')
      client.release()
    }
  }
  await Promise.all(Array.from({ length: Number(customers) }, customer))
  await pool.end()
}
