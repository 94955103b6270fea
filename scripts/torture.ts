import { inspect, parseArgs } from 'node:util'
import { startPostgres } from '../tests/support/postgres-server.ts'
import { printColumns } from './print-columns.ts'
import { installProgramsOrExit } from './programs/install.ts'
import type { Outcome, Part } from './torture/options.ts'
import { type DatabaseName, PARTS } from './torture/parts.ts'

/**
 * Attacks, races, kills and loads the shop on both databases, and prints one table. The exit code is 1 when there are
 * violations. `npm run torture -- crash race --rounds 100 --database sqlite` runs those parts alone;
 * `-- load --customers 200 --seconds 60` sets the customers and the time of the load.
 */
const SHOWN = 20

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string' },
    seconds: { type: 'string', default: '60' },
    customers: { type: 'string', default: '200' },
    database: { type: 'string', default: 'both' },
  },
})
const unknown = positionals.filter((name) => !Object.hasOwn(PARTS, name))
if (unknown.length > 0) {
  process.stderr.write(
    `There is no part ${unknown.join(', ')}: name some of ${Object.keys(PARTS).join(', ')}.\n`,
  )
  process.exit(1)
}

installProgramsOrExit('postgres', 'nginx')
const lines = [['part', 'database', 'rounds', 'violations', 's', 'what was done', 'figures']]
const violations: string[] = []
for (const [name, { part, databases, rounds: usual }] of Object.entries(PARTS)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue
  for (const database of databases) {
    if (values.database !== 'both' && values.database !== database) continue
    await run(name, database, Number(values.rounds ?? usual), part)
  }
}
process.stdout.write('\n')
printColumns(lines)
for (const violation of violations) process.stdout.write(`${violation}\n`)
process.exitCode = violations.length > 0 ? 1 : 0

async function run(name: string, database: DatabaseName, rounds: number, part: Part): Promise<void> {
  process.stdout.write(`${name} on ${database}\n`)
  const startedAt = performance.now()
  const postgres = database === 'postgres' ? await startPostgres() : undefined
  try {
    const outcome = await part({
      server: postgres?.url ?? '',
      rounds,
      seconds: Number(values.seconds),
      customers: Number(values.customers),
    }).catch(failedPart)
    const seconds = String(Math.round((performance.now() - startedAt) / 1000))
    const count = String(outcome.violations.length)
    lines.push([name, database, String(rounds), count, seconds, outcome.did, outcome.figures])
    for (const one of outcome.violations.slice(0, SHOWN)) violations.push(`${name}, ${database}: ${one}`)
  } finally {
    postgres?.stop()
  }
}

/** A part that throws counts as a violation; the other parts still run. */
function failedPart(error: unknown): Outcome {
  return { did: 'failed', violations: [inspect(error)], figures: '' }
}
