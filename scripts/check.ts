import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installPackage, installProgramsOrExit } from './programs/install.ts'

const root = join(import.meta.dirname, '..')

/** Runs every check of the shop: format, lint, types, unused code, then all tests. Prints how many passed. */
const CHECKS: readonly (readonly [name: string, tool: string, ...args: string[]])[] = [
  ['format and lint', 'biome', 'check', '--error-on-warnings'],
  ['route types', 'react-router', 'typegen'],
  ['types', 'tsc', '--project', '.'],
  ['unused code and dependencies', 'knip'],
  ['API document', 'scripts/lint-api.ts'],
]

// First, so that missing programs are reported before any check runs.
installProgramsOrExit('chromium', 'postgres', 'nginx')
installPackage('openapi-typescript')

let passed = 0
let failed = 0
for (const [name, tool, ...args] of CHECKS) {
  process.stdout.write(`\n== ${name}\n`)
  if (run(tool, args)) passed += 1
  else failed += 1
}
const tests = runTests()
process.stdout.write(`\n${passed + tests.passed} passed, ${failed + tests.failed} failed\n`)
process.exitCode = failed + tests.failed > 0 ? 1 : 0

/** Runs a script of the project or an installed tool. */
function run(tool: string, args: readonly string[]): boolean {
  const file = tool.endsWith('.ts') ? tool : join('node_modules', '.bin', tool)
  const result = spawnSync(process.execPath, [file, ...args], {
    cwd: root,
    stdio: 'inherit',
  })
  return result.status === 0
}

function runTests(): { passed: number; failed: number } {
  process.stdout.write('\n== tests\n')
  const folder = mkdtempSync(join(tmpdir(), 'shop-check-'))
  const report = join(folder, 'tests.json')
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`]
  const green = run('vitest', ['run', ...reporters, ...process.argv.slice(2)])
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8'))
  rmSync(folder, { recursive: true })
  // A run can fail without a failed test, for example in a setup file.
  return { passed: numPassedTests, failed: green ? numFailedTests : Math.max(1, numFailedTests) }
}
