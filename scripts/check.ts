import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { getPriority, setPriority, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { print } from './print.ts'
import { installPackage, installProgramsOrExit } from './programs/install.ts'
import { readTool, runTool } from './run-tool.ts'

// Runs every check of the shop: format, lint, types, unused code, then all tests. Prints how many passed and how many failed.

/** What is run before the tests: a title, a tool and its arguments. */
type Check = readonly [name: string, tool: string, ...args: string[]]

/** Each list beside the others, its checks in turn: most use one processor only. */
const CHECKS: readonly (readonly Check[])[] = [
  [
    ['route types', 'react-router', 'typegen'],
    ['types', 'tsc', '--project', '.'],
  ],
  [['unused code and dependencies', 'knip']],
  [
    ['format and lint', 'biome', 'check', '--error-on-warnings'],
    ['API document', 'scripts/lint-api.ts'],
  ],
]

/** More files with a failed test are no accident of a busy machine. */
const MOST_TRIED_AGAIN = 6

// The process that makes models has less of the processors than a shop. Beside all tests it would wait for a minute.
setPriority(Math.max(getPriority(), 4))

// First, so that missing programs are reported before any check runs.
installProgramsOrExit(
  'chromium',
  'postgres',
  'nginx',
  'pgbackrest',
  'pgbouncer',
  'promtool',
  'rsync',
  'varnish',
)
for (const name of ['openapi-typescript', 'factur-x-schema', 'occt-import-js', 's3rver']) installPackage(name)

const codes = (await Promise.all(CHECKS.map(runInTurn))).flat()
const passed = codes.filter((code) => code === 0).length
const failed = codes.length - passed
const tests = runTests()
print(`\n${passed + tests.passed} passed, ${failed + tests.failed} failed`)
process.exitCode = failed + tests.failed > 0 ? 1 : 0

async function runInTurn(checks: readonly Check[]): Promise<number[]> {
  const codes: number[] = []
  for (const [name, tool, ...args] of checks) {
    const { code, output } = await readTool(tool, args)
    print(`\n== ${name}\n${output}`)
    codes.push(code)
  }
  return codes
}

/** How many tests passed and failed, and in which files they failed. */
interface Outcome {
  readonly passed: number
  readonly failed: number
  readonly files: readonly string[]
}

/**
 * Where tests may be tried again, the files with a failed test run once more by themselves: what a busy machine made late is in
 * time then, and what the first try left behind, such as a page in a cache, is gone.
 */
function runTests(): Omit<Outcome, 'files'> {
  print('\n== tests')
  const first = runVitest(process.argv.slice(2))
  if (!process.env.CI || first.files.length === 0 || first.files.length > MOST_TRIED_AGAIN) return first
  print(`\n== once more, by themselves: ${first.files.join(', ')}`)
  const { failed } = runVitest([...first.files, '--maxWorkers=1'])
  return { passed: first.passed + first.failed - failed, failed }
}

function runVitest(args: readonly string[]): Outcome {
  const folder = mkdtempSync(join(tmpdir(), 'shop-check-'))
  const report = join(folder, 'tests.json')
  const lister = join(import.meta.dirname, 'list-retried.ts')
  const reporters = [
    '--reporter=dot',
    `--reporter=${lister}`,
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]
  const unhandled = join(folder, 'unhandled')
  const isGreen = runTool('vitest', ['run', ...reporters, ...args], { UNHANDLED_ERRORS: unhandled }) === 0
  const isOutsideOfTests = existsSync(unhandled)
  // A run can fail without a failed test, for example in a setup file, and without a report.
  const { numPassedTests, numFailedTests, testResults }: Report = existsSync(report)
    ? JSON.parse(readFileSync(report, 'utf8'))
    : { numPassedTests: 0, numFailedTests: 0, testResults: [] }
  rmSync(folder, { recursive: true })
  const failedFiles = testResults.filter(({ status }) => status === 'failed').map(({ name }) => name)
  return {
    passed: numPassedTests,
    failed: isGreen ? numFailedTests : Math.max(1, numFailedTests),
    // No file by itself would show an error outside of all tests again.
    files: isOutsideOfTests ? [] : [...new Set(failedFiles)].map((file) => relative(process.cwd(), file)),
  }
}

/** What is read of Vitest's JSON report. */
interface Report {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly testResults: readonly { readonly name: string; readonly status: string }[]
}
