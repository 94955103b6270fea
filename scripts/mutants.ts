import { readArguments } from './command.ts'
import { FAULTS, type Fault } from './mutants/faults.ts'
import { copyProject, plant, runTests } from './mutants/project-copy.ts'
import { print } from './print.ts'
import { installProgramsOrExit } from './programs/install.ts'

/** A fault is killed when a test fails, and survives when all pass. */
const MINIMUM_SHARE = 0.85

/** The number of copies; each runs two test files at a time. */
const COPIES = 2

const MAXIMUM_MS = 5 * 60_000

/** For all test files together, without a fault. */
const MAXIMUM_ALL_TESTS_MS = 20 * 60_000

interface Result {
  readonly fault: Fault
  /** The first test that failed; undefined when all passed. */
  readonly killedBy: string | undefined
}

const { only } = readArguments({
  name: 'mutants',
  does: `Plants one fault after another in a copy of the project and runs the tests that should detect it. Prints the faults
that no test detects; fails when they are more than 15 of 100.`,
  options: { only: ['', 'plants the faults that have this text in their sentence or file'] },
}).values
const startedMs = performance.now()
const seconds = (): string => `${Math.round((performance.now() - startedMs) / 1000)} s`

const faults = FAULTS.filter(({ what, file }) => `${what} ${file}`.toLowerCase().includes(only.toLowerCase()))
if (faults.length === 0) throw new Error(`No fault has the word "${only}".`)
if (faults.some(({ project }) => project === 'postgres')) installProgramsOrExit('postgres')
const copies = Array.from({ length: Math.min(COPIES, faults.length) }, copyProject)
try {
  await expectTestsPass()
  print(`Planting ${faults.length} faults (${seconds()})`)
  const results = await runAll()
  report(results)
} finally {
  for (const copy of copies) copy.remove()
}

/** Without a fault all tests have to pass: otherwise a failure would prove nothing. */
async function expectTestsPass(): Promise<void> {
  const [copy] = copies
  for (const name of ['sqlite', 'postgres']) {
    const tests = new Set(faults.filter(({ project }) => project === name).flatMap(({ tests }) => tests))
    if (tests.size === 0 || !copy) continue
    const { passed, failed, output } = await runTests(copy.folder, name, [...tests], MAXIMUM_ALL_TESTS_MS)
    if (passed === 0 || failed.length > 0)
      throw new Error(`Without a fault these tests fail on ${name}: ${failed.join(', ') || output}`)
  }
}

async function runAll(): Promise<Result[]> {
  const waiting = faults.values()
  const results: Result[] = []
  const runNext = async ({ folder }: { folder: string }): Promise<void> => {
    // All copies share the iterator, so each fault is run once.
    for (const fault of waiting) {
      const result = await run(folder, fault)
      results.push(result)
      print(
        result.killedBy === undefined
          ? `survived  ${fault.what}`
          : `killed    ${fault.what}\n          by: ${result.killedBy}`,
      )
    }
  }
  await Promise.all(copies.map(runNext))
  return results
}

async function run(folder: string, fault: Fault): Promise<Result> {
  const remove = plant(folder, fault)
  try {
    const { passed, failed, output } = await runTests(folder, fault.project, fault.tests, MAXIMUM_MS)
    // A fault that prevents every test from starting proves nothing about the tests.
    if (passed + failed.length === 0)
      throw new Error(`With the fault "${fault.what}" nothing runs:\n${output}`)
    return { fault, killedBy: failed[0] }
  } finally {
    remove()
  }
}

function report(results: readonly Result[]): void {
  const survivors = results.filter(({ killedBy }) => killedBy === undefined).map(({ fault }) => fault)
  const explained = survivors.filter(({ survives }) => survives !== undefined)
  const counted = results.length - explained.length
  const killed = results.length - survivors.length
  print('')
  for (const { what, file, survives } of survivors)
    print(
      `${survives === undefined ? 'SURVIVED ' : 'explained'} ${what} (${file})${survives ? ` ${survives}` : ''}`,
    )
  const share = counted === 0 ? 1 : killed / counted
  print(
    `${killed} of ${counted} faults killed, ${(100 * share).toFixed(1)} %; ${explained.length} explained; ${seconds()}`,
  )
  if (share < MINIMUM_SHARE) process.exitCode = 1
}
