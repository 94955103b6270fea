import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const JOURNEYS = 'tests/journeys/**'

const suite = {
  include: ['{app,sandboxes,demo,migrations,tests}/**/*.test.ts'],
  exclude: [JOURNEYS],
  alias: { 'better-auth/crypto': join(import.meta.dirname, 'tests/support/quick-passwords.ts') },
}

/** What these have is of no database. */
const WITHOUT_DATABASE =
  /support\/(app-imports|browser-storage|doc-tables|en16931\/[\w-]+|hand-days|limits|pages|pdf|pictures|printed|project|proofs|sample-(drawings|files|product|settings)|step-edges|vies-server|workbook)\.ts/g

/** These start processes, and test the same on each database: nginx, Varnish, the build, what a full disk does to the log and a process that hangs. */
const ON_ONE_DATABASE = [
  'tests/processes/full-log-disk.test.ts',
  'tests/processes/image-build.test.ts',
  'tests/processes/nginx.test.ts',
  'tests/processes/nginx-shops.test.ts',
  'tests/processes/varnish.test.ts',
  'tests/processes/watchdog.test.ts',
]

/** The tests that open a database: with `tests/support`, or at the address in this variable. The others run once. */
const ofDatabases = globSync(suite.include, { exclude: [JOURNEYS, ...ON_ONE_DATABASE] }).filter((file) =>
  /support\/|TEST_DATABASE_URL/.test(readFileSync(file, 'utf8').replace(WITHOUT_DATABASE, '')),
)

/** Each takes about a minute or longer. Begun last, it would be waited for alone. */
const SLOWEST =
  /processes\/(scripts|fuzz|torture|public-answers|shipments|image|image-build)|sample-drawings|journeys\/(accessibility|browser-scripts|page-code|guards)/

class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = ({ project, moduleId }: TestSpecification): number =>
      2 * project.config.sequence.groupOrder + (SLOWEST.test(moduleId) ? 0 : 1)
    return (await super.sort(files)).sort((one, other) => rankOf(one) - rankOf(other))
  }
}

export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A condition that a test waits for comes later on a busy machine.
    expect: { poll: { timeout: 20_000 } },
    // A test of a browser or of processes can fail on a busy machine. `npm test` names those that pass only at the second try.
    retry: process.env.CI ? 1 : 0,
    // Files of a worker share the modules that they import: importing the shop anew for each would take half of the time.
    isolate: false,
    // Tests mostly wait for a disk, a process or a timer: one worker would use a part of a processor.
    maxWorkers: Math.max(4, availableParallelism() - 1),
    sequence: { sequencer: SlowestFirst },
    projects: [
      // The `postgres` project sets this variable for the whole run, so it would apply here too.
      {
        test: {
          ...suite,
          name: 'sqlite',
          globalSetup: ['tests/support/memory-folder.ts', 'tests/support/sqlite-setup.ts'],
          env: { TEST_DATABASE_URL: '' },
        },
      },
      {
        test: {
          ...suite,
          include: ofDatabases,
          name: 'postgres',
          globalSetup: ['tests/support/memory-folder.ts', 'tests/support/postgres-setup.ts'],
        },
      },
      {
        test: {
          name: 'journeys',
          include: [`${JOURNEYS}/*.test.ts`],
          globalSetup: ['tests/support/memory-folder.ts'],
          // After the other tests: the journeys depend on timing. They wait more: one uses a third of a processor.
          sequence: { groupOrder: 1 },
          maxWorkers: Math.max(5, availableParallelism() - 1),
          env: { TEST_DATABASE_URL: '' },
          // A journey of fifty steps takes a minute on a busy machine. What hangs ends earlier: each step has 20 seconds.
          testTimeout: 150_000,
        },
      },
    ],
  },
})
