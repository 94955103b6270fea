import { inspect } from 'node:util'
import { readArguments } from './command.ts'
import { type DatabaseName, onDatabase } from './on-database.ts'
import { print, tableOf } from './print.ts'
import { installProgramsOrExit } from './programs/install.ts'
import type { Outcome, Part } from './torture/options.ts'
import { PARTS } from './torture/parts.ts'

/** The violations of a part that are printed. */
const SHOWN = 20

const { values, parts } = readArguments({
  name: 'torture',
  does: 'Attacks, races, kills and loads the shop, and prints one table. Fails when a guarantee is broken.',
  parts: Object.keys(PARTS) as (keyof typeof PARTS)[],
  options: {
    rounds: [0, 'in place of the usual number of each part'],
    database: ['both', 'the database to run on', ['sqlite', 'postgres', 'both']],
    seconds: [60, 'the duration of the part load'],
    customers: [200, 'the customers of the part load'],
  },
})

installProgramsOrExit('postgres', 'nginx')
const lines = [['part', 'database', 'rounds', 'violations', 's', 'what was done', 'figures']]
const violations: string[] = []
for (const name of parts) {
  const { part, databases, rounds } = PARTS[name]
  for (const database of databases)
    if (['both', database].includes(values.database)) await run(name, database, values.rounds || rounds, part)
}
print(`\n${tableOf(lines)}`)
for (const violation of violations) print(violation)
process.exitCode = violations.length > 0 ? 1 : 0

async function run(name: string, database: DatabaseName, rounds: number, part: Part): Promise<void> {
  print(`${name} on ${database}`)
  const startedAt = performance.now()
  const { seconds, customers } = values
  const outcome = await onDatabase(database, (server) =>
    part({ server, rounds, seconds, customers }).catch(failedPart),
  )
  const took = String(Math.round((performance.now() - startedAt) / 1000))
  const count = String(outcome.violations.length)
  lines.push([name, database, String(rounds), count, took, outcome.did, outcome.figures])
  for (const one of outcome.violations.slice(0, SHOWN)) violations.push(`${name}, ${database}: ${one}`)
}

/** A part that throws counts as a violation; the other parts still run. */
function failedPart(error: unknown): Outcome {
  return { did: 'failed', violations: [inspect(error)], figures: '' }
}
