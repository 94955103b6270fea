import type { CompiledQuery, QueryResult } from 'kysely'
import type { Db } from './db.ts'

/** Stands for a value in the text of a prepared query: what a run is given says which. */
export type Take<Values> = <Value>(from: (values: Values) => Value) => Value

/** What Kysely builds, of its own words or as SQL. */
interface Built<Row> {
  compile(db: Db): CompiledQuery<Row>
}

class Placeholder<Values> {
  readonly from: (values: Values) => unknown
  constructor(from: (values: Values) => unknown) {
    this.from = from
  }
}

/** What PostgreSQL knows the texts of prepared queries by. */
const names = new Map<string, string>()

/** The name of a prepared query, by its text: PostgreSQL then parses and plans it once a connection. */
export const preparedName = (text: string): string | undefined => names.get(text)

/**
 * A query whose text is put together once, for what runs very often: building it anew took an eighth of the time of the
 * shop's busiest call. Columns have to be named one by one: PostgreSQL refuses to run a kept `select *` once one was added.
 */
export function prepared<Values, Row>(
  build: (db: Db, take: Take<Values>) => Built<Row>,
): (db: Db, values: Values) => Promise<QueryResult<Row>> {
  const kept = new WeakMap<object, CompiledQuery<Row>>()
  const compile = (db: Db): CompiledQuery<Row> => {
    const query = build(
      db,
      <Value>(from: (values: Values) => Value) => new Placeholder(from) as Value,
    ).compile(db)
    names.set(query.sql, names.get(query.sql) ?? `shop ${names.size}`)
    return query
  }
  return (db, values) => {
    const { adapter } = db.getExecutor()
    const query = kept.get(adapter) ?? compile(db)
    kept.set(adapter, query)
    const parameters = query.parameters.map((value) =>
      value instanceof Placeholder ? value.from(values) : value,
    )
    return db.executeQuery({ ...query, parameters })
  }
}

/** So many rows go into one statement at most: each number of them is a text that PostgreSQL keeps a connection. */
const ROWS_AT_ONCE = 16

/** As {@link prepared}, for an insert of any number of rows that all have the same columns. Resolves with what it returns. */
export function preparedInsert<Row extends object, Result>(
  build: (db: Db, rows: readonly Row[]) => Built<Result>,
): (db: Db, rows: readonly Row[]) => Promise<Result[]> {
  const byCount = new Map<number, (db: Db, rows: readonly Row[]) => Promise<QueryResult<Result>>>()
  const insertOf = (rows: readonly Row[]) => {
    const known = byCount.get(rows.length)
    if (known) return known
    const columns = Object.keys(rows[0] ?? {}) as (keyof Row)[]
    const insert = prepared((db, take: Take<readonly Row[]>) => {
      const rowAt = (place: number) =>
        Object.fromEntries(columns.map((column) => [column, take((given) => given[place]?.[column])])) as Row
      return build(db, Array.from(rows.keys(), rowAt))
    })
    byCount.set(rows.length, insert)
    return insert
  }
  return async (db, rows) => {
    const results: Result[] = []
    for (let done = 0; done < rows.length; done += ROWS_AT_ONCE) {
      const part = rows.slice(done, done + ROWS_AT_ONCE)
      results.push(...(await insertOf(part)(db, part)).rows)
    }
    return results
  }
}
