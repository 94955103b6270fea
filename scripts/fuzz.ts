import { startPostgres } from '../tests/support/postgres-server.ts'
import { emptyStorage, startShop } from '../tests/support/running-shop.ts'
import { installProgramsOrExit } from './programs/install.ts'
import { FUZZ_ENVIRONMENT, type FuzzResult, fuzz } from './torture/fuzz.ts'

/** Fuzzes a shop on each database and prints the results. `REQUESTS` is the number for each; `SEED` repeats a run. */
const REQUESTS = Number(process.env.REQUESTS ?? 20_000)
const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000_000)

installProgramsOrExit('postgres')
process.stdout.write(`SEED=${SEED} REQUESTS=${REQUESTS}\n`)
await fuzzOn('SQLite', '')
const postgres = await startPostgres()
try {
  await fuzzOn('PostgreSQL', postgres.url)
} finally {
  postgres.stop()
}

async function fuzzOn(name: string, server: string): Promise<void> {
  await using storage = await emptyStorage(server)
  await using shop = await startShop({ storage, environment: FUZZ_ENVIRONMENT })
  const startedMs = performance.now()
  const result = await fuzz({ shop, storage, seed: SEED, requests: REQUESTS })
  print(name, result, Math.round((performance.now() - startedMs) / 1000))
  if (result.findings.length > 0) process.exitCode = 1
}

function print(name: string, result: FuzzResult, seconds: number): void {
  const { requests, refusedBatches, statuses, calls, findings } = result
  const line = (text: string) => process.stdout.write(`${text}\n`)
  line(`\n${name}: ${requests} requests in ${seconds} s, ${refusedBatches} refused batches changed nothing`)
  line(
    [...statuses]
      .sort(([a], [b]) => a - b)
      .map(([status, times]) => `${status}: ${times}`)
      .join(', '),
  )
  for (const [call, { requested, accepted, refused }] of calls)
    line(`  ${call.padEnd(60)} ${requested} requested, ${accepted} accepted, ${refused} refused`)
  line(`${findings.length} findings`)
  for (const finding of findings.slice(0, 50)) line(`- ${finding}`)
}
