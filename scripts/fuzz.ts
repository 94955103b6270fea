import { emptyStorage, startShop } from '../tests/support/running-shop.ts'
import { readArguments } from './command.ts'
import { onDatabase } from './on-database.ts'
import { print } from './print.ts'
import { installProgramsOrExit } from './programs/install.ts'
import { FUZZ_ENVIRONMENT, type FuzzResult, fuzz } from './torture/fuzz.ts'

const { requests, seed } = readArguments({
  name: 'fuzz',
  does: 'Sends hostile requests to a shop on each database. Fails when an answer shows a fault.',
  options: {
    requests: [20_000, 'the number on each database'],
    seed: [
      Date.now() % 1_000_000_000,
      'repeats the requests of a run, which prints it; by default another one',
    ],
  },
}).values

installProgramsOrExit('postgres')
print(`--seed ${seed} --requests ${requests}`)
for (const name of ['sqlite', 'postgres'] as const) await onDatabase(name, (server) => fuzzOn(name, server))

async function fuzzOn(name: string, server: string): Promise<void> {
  await using storage = await emptyStorage(server)
  await using shop = await startShop({ storage, environment: FUZZ_ENVIRONMENT })
  const startedMs = performance.now()
  const result = await fuzz({ shop, storage, seed, requests })
  report(name, result, Math.round((performance.now() - startedMs) / 1000))
  if (result.findings.length > 0) process.exitCode = 1
}

function report(name: string, result: FuzzResult, seconds: number): void {
  const { requests, refusedBatches, statuses, calls, findings } = result
  print(`\n${name}: ${requests} requests in ${seconds} s, ${refusedBatches} refused batches changed nothing`)
  print(
    [...statuses]
      .sort(([a], [b]) => a - b)
      .map(([status, times]) => `${status}: ${times}`)
      .join(', '),
  )
  for (const [call, { requested, accepted, refused }] of calls)
    print(`  ${call.padEnd(60)} ${requested} requested, ${accepted} accepted, ${refused} refused`)
  print(`${findings.length} findings`)
  for (const finding of findings.slice(0, 50)) print(`- ${finding}`)
}
