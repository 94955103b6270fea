import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Fault, withFault } from './faults.ts'

const ROOT = join(import.meta.dirname, '..', '..')

/** The files that the tests read. */
const COPIED = [
  'app',
  'demo',
  'docs',
  'migrations',
  'package.json',
  'sandboxes',
  'scripts',
  'tests',
  'tsconfig.json',
  'vitest.config.ts',
]

/** The result of a run of test files. */
interface TestRun {
  readonly passed: number
  /** The names of the tests that failed; the run ends after the first. */
  readonly failed: readonly string[]
  /** What Vitest printed. */
  readonly output: string
}

interface Report {
  readonly numPassedTests: number
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[]
  }[]
}

/** Copies the project and links its installed packages, so that faults are never planted in the original. */
export function copyProject(): { readonly folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'shop-mutants-'))
  for (const name of COPIED) cpSync(join(ROOT, name), join(folder, name), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Plants the mistake in the copy of the project at `folder`. Returns the function that removes it. */
export function plant(folder: string, fault: Fault): () => void {
  const path = join(folder, fault.file)
  const source = readFileSync(path, 'utf8')
  writeFileSync(path, withFault(source, fault))
  return () => writeFileSync(path, source)
}

/** Ends only tests that hang: on a busy machine a test that passes can take long. */
const TEST_TIMEOUT_MS = 60_000

/** Runs test files of the copy at `folder`, until the first test that fails, `maximumMs` at most. */
export async function runTests(
  folder: string,
  project: string,
  tests: readonly string[],
  maximumMs: number,
): Promise<TestRun> {
  const report = join(folder, 'report.json')
  rmSync(report, { force: true })
  const args = ['run', '--project', project, '--bail', '1', '--reporter=json', `--outputFile=${report}`]
  const timeouts = [`--testTimeout=${TEST_TIMEOUT_MS}`, `--hookTimeout=${TEST_TIMEOUT_MS}`]
  const vitest = join('node_modules', '.bin', 'vitest')
  const child = spawn(process.execPath, [vitest, ...args, ...timeouts, ...tests], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: maximumMs,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  const [, signal] = (await once(child, 'close')) as [number | null, string | null]
  if (signal) return { passed: 0, failed: ['the tests did not end'], output }
  if (!existsSync(report)) return { passed: 0, failed: [], output }
  const { numPassedTests, testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report
  const results = testResults.flatMap(({ assertionResults }) => assertionResults)
  const failed = results.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName)
  return { passed: numPassedTests, failed, output }
}
