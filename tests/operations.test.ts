import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { CONFIG_NAMES } from '#app/config.ts'
import { kindOf } from '#kit/db/db.ts'
import { codeSpansOf } from './support/doc-tables.ts'
import { chapterOf } from './support/manual.ts'
import { readProjectFile } from './support/project.ts'
import { createTestApp } from './support/test-app.ts'

const page = readProjectFile('docs/operations.md')

test('the page describes exactly the existing settings', () => {
  const [, table = ''] = page.split(/^## /m)
  const named = table
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => line.split('|')[1]?.match(/[A-Z][A-Z_]+/g) ?? [])
  expect(CONFIG_NAMES).toContain('PORT')
  expect(named.sort()).toEqual([...CONFIG_NAMES].sort())
})

test('every statement that it names is one of the database', async () => {
  await using app = await createTestApp()
  const statements = codeSpansOf(page).filter((span) => /^(select|update) /.test(span))
  expect(statements.length).toBeGreaterThan(3)
  for (const statement of statements)
    await expect(sql.raw(statement).execute(app.shop.db), statement).resolves.toBeDefined()
})

/** The tables of the search index: each database has its own. */
const SEARCH = { sqlite: 'product_search', postgres: 'product_texts' } as const

const TABLES = {
  // Without the tables that SQLite makes for itself.
  sqlite: `select name from pragma_table_list where schema = 'main' and type in ('table', 'virtual') and name not like 'sqlite_%'`,
  postgres: `select tablename as name from pg_tables where schemaname = current_schema()`,
} as const

test('the page says of every table how long its rows are kept, and names the jobs that delete them', async () => {
  await using app = await createTestApp()
  const rows = chapterOf('operations', 'What is kept, and how long')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
  const spansIn = (column: number) => rows.flatMap((row) => codeSpansOf(row.split('|')[column] ?? ''))
  const kind = kindOf(app.shop.db)
  const { rows: tables } = await sql.raw<{ name: string }>(TABLES[kind]).execute(app.shop.db)
  const others = Object.values(SEARCH).filter((name) => name !== SEARCH[kind])
  expect(spansIn(1).sort()).toEqual([...tables.map(({ name }) => name), ...others].sort())

  const jobs = app.app.jobs.map(({ name }) => name)
  const named = new Set(spansIn(2).filter((span) => span.includes(' ')))
  expect([...named].filter((name) => !jobs.includes(name))).toEqual([])
  expect(jobs.filter((name) => name.startsWith('delete ') && !named.has(name))).toEqual([])
})
