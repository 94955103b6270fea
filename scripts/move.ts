import { parseArgs } from 'node:util'
import { readConfig } from '#app/config.ts'
import { searchIndex } from '#features/catalog/catalog.ts'
import { move } from '#kit/move/move.ts'
import { moveTable } from '../migrations/0081-moves.ts'
import { migrations } from '../migrations/list.ts'
import { print } from './print.ts'

const USAGE = `Say where the shop goes: npm run move -- --to postgresql, or --to sqlite
The settings name both: DATA_DIR and DATABASE_URL. --again throws a half-done copy away.`

const KINDS = { postgresql: 'postgres', sqlite: 'sqlite' } as const

/** `npm run move -- --to postgresql`: copies a stopped shop from SQLite to PostgreSQL, or back. */
try {
  const { values } = parseArgs({
    options: { to: { type: 'string', default: '' }, again: { type: 'boolean', default: false } },
  })
  const to = Object.entries(KINDS).find(([name]) => name === values.to)?.[1]
  const { dataDir, databaseUrl } = readConfig(process.env)
  if (!to || !databaseUrl) throw new Error(USAGE)
  const options = { to, again: values.again, migrations, moveTable, derived: searchIndex, say: print }
  await move({ dataDir, databaseUrl }, options)
  print(
    to === 'postgres'
      ? 'The shop is in PostgreSQL: keep DATABASE_URL in its settings, and start it.'
      : `The shop is in ${dataDir} (DATA_DIR): remove DATABASE_URL from its settings, and start it.`,
  )
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
