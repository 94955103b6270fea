import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { getPriority, setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
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

function runTests(): { passed: number; failed: number } {
  print('\n== tests')
  const folder = mkdtempSync(join(tmpdir(), 'shop-check-'))
  const report = join(folder, 'tests.json')
  const lister = join(import.meta.dirname, 'list-retried.ts')
  const reporters = [
    '--reporter=dot',
    `--reporter=${lister}`,
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]
  const isGreen = runTool('vitest', ['run', ...reporters, ...process.argv.slice(2)]) === 0
  // A run can fail without a failed test, for example in a setup file, and without a report.
  const { numPassedTests, numFailedTests } = existsSync(report)
    ? JSON.parse(readFileSync(report, 'utf8'))
    : { numPassedTests: 0, numFailedTests: 0 }
  rmSync(folder, { recursive: true })
  return { passed: numPassedTests, failed: isGreen ? numFailedTests : Math.max(1, numFailedTests) }
}
