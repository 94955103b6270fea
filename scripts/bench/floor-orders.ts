import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import pg from 'pg'
import { DATABASE_FILE } from '#kit/db/db.ts'
import { newId } from '#kit/id.ts'

/**
 * The floor of orders: the driver alone inserts the rows of the shop's last order repeatedly, one synced transaction for
 * each order. The tables have the shop's columns and a key, but no other index. Run it on the database of a stopped shop.
 * Prints orders per second. Arguments: a postgres:// address or the data directory, concurrent customers, seconds.
 */
const [, , where = '', customers = '8', seconds = '5'] = process.argv

type Row = Readonly<Record<string, unknown>>

/** Runs a query with the parameters `$1`, `$2` and so on. */
type Query = (text: string, values?: unknown[]) => Promise<Row[]>

/** The tables that an order adds rows to, with the column of the order's id. */
const ADDED = { orders: 'id', order_lines: 'order_id', order_events: 'order_id', outbox: 'about' } as const

const KEYS = {
  orders: 'id',
  order_lines: 'order_id, position',
  order_events: 'order_id, at, id',
  outbox: 'id',
  products: 'id',
  public_changes: 'id',
  row_counts: 'name',
} as const

interface Statement {
  readonly text: string
  /** `productIds` has one for each line of the order. */
  readonly valuesOf: (orderId: string, productIds: readonly string[]) => unknown[]
}

let made = 0

interface Order {
  readonly statements: readonly Statement[]
  /** The ids of the products of the next order, one for each line. */
  readonly nextProducts: () => string[]
}

/** Creates the tables of the floor. */
async function prepare(query: Query): Promise<Order> {
  for (const [table, key] of Object.entries(KEYS)) {
    await query(`drop table if exists floor_${table}`)
    const rows = table in ADDED ? 'where 1 = 0' : ''
    await query(`create table floor_${table} as select * from ${table} ${rows}`)
    await query(`create unique index floor_${table}_key on floor_${table} (${key})`)
  }
  const [order] = await query('select id from orders order by id desc limit 1')
  const statements: Statement[] = []
  for (const [table, column] of Object.entries(ADDED)) {
    const rows = await query(`select * from ${table} where ${column} = $1`, [order?.id])
    statements.push(insertOf(table, column, rows))
  }
  const lines = await query('select product_id from order_lines where order_id = $1', [order?.id])
  const products = (await query('select id from products order by id')).map(({ id }) => String(id))
  const nextProducts = (): string[] => {
    const first = made % products.length
    return lines.map((_, line) => products[(first + line) % products.length] ?? '')
  }
  return { statements: [...statements, stockUpdate(lines.length), ...OTHERS], nextProducts }
}

/** Locks the products in one sequence, so that no two orders wait for each other. */
function stockUpdate(lines: number): Statement {
  const parameters = Array.from({ length: lines }, (_, line) => `$${line + 1}`).join(', ')
  const locked = where.startsWith('postgres')
    ? `select id from floor_products where id in (${parameters}) order by id for update`
    : parameters
  return {
    text: `update floor_products set quantity = quantity - 100 where id in (${locked}) and quantity >= 100`,
    valuesOf: (_, productIds) => [...productIds],
  }
}

function insertOf(table: string, orderColumn: string, rows: readonly Row[]): Statement {
  const columns = Object.keys(rows[0] ?? {})
  const tuples = rows.map(
    (_, row) => `(${columns.map((_, index) => `$${row * columns.length + index + 1}`).join(', ')})`,
  )
  return {
    text: `insert into floor_${table} (${columns.join(', ')}) values ${tuples.join(', ')}`,
    valuesOf: (orderId, productIds) =>
      rows.flatMap((row, line) =>
        columns.map((column) => {
          if (column === orderColumn) return orderId
          if (column === 'id') return newId()
          return column === 'product_id' ? productIds[line] : row[column]
        }),
      ),
  }
}

const OTHERS: readonly Statement[] = [
  {
    text: 'insert into floor_public_changes (id, at, tags, is_frequent) values ($1, $2, $3, 1)',
    valuesOf: (_, productIds) => [newId(), Date.now(), JSON.stringify(productIds)],
  },
  {
    text: 'update floor_row_counts set counted = counted + 1 where name = $1',
    valuesOf: () => [`orders ${randomInt(8)}`],
  },
]

async function onSqlite(): Promise<number> {
  const db = new SQLite(join(where, DATABASE_FILE))
  db.pragma('journal_mode = wal')
  db.pragma('synchronous = full')
  // SQLite's parameters are positional.
  const prepared = (text: string) => db.prepare<unknown[], Row>(text.replaceAll(/\$\d+/g, '?'))
  const { statements, nextProducts } = await prepare(async (text, values = []) => {
    const statement = prepared(text)
    if (statement.reader) return statement.all(...values)
    statement.run(...values)
    return []
  })
  const runs = statements.map(({ text, valuesOf }) => ({ statement: prepared(text), valuesOf }))
  const place = db.transaction((id: string, products: readonly string[]) => {
    for (const { statement, valuesOf } of runs) statement.run(...valuesOf(id, products))
  })
  const rate = await perSecond(1, async () => place.immediate(newId(), nextProducts()))
  db.close()
  return rate
}

async function onPostgres(): Promise<number> {
  const pool = new pg.Pool({ connectionString: where, max: Math.min(16, Number(customers)) })
  // The database is dropped while the connections close.
  pool.on('error', () => undefined)
  const { statements, nextProducts } = await prepare(
    async (text, values = []) => (await pool.query(text, values)).rows,
  )
  const rate = await perSecond(Number(customers), async () => {
    const [id, products] = [newId(), nextProducts()]
    const client = await pool.connect()
    await client.query('begin')
    for (const [index, { text, valuesOf }] of statements.entries())
      await client.query({ name: `floor ${index}`, text, values: valuesOf(id, products) })
    await client.query('commit')
    client.release()
  })
  await pool.end()
  return rate
}

/** Orders per second of `count` customers; each places one order after another. */
async function perSecond(count: number, placeOne: () => Promise<void>): Promise<number> {
  const startedMs = performance.now()
  const until = startedMs + Number(seconds) * 1000
  const customer = async (): Promise<void> => {
    while (performance.now() < until) {
      await placeOne()
      made += 1
    }
  }
  await Promise.all(Array.from({ length: count }, customer))
  return (made / (performance.now() - startedMs)) * 1000
}

const rate = await (where.startsWith('postgres') ? onPostgres() : onSqlite())
process.stdout.write(`${Math.round(rate)}\n`)
