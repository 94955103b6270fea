import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const JOURNEYS = 'tests/journeys/**'

const suite = {
  include: ['{app,sandboxes,demo,migrations,tests}/**/*.test.ts'],
  exclude: [JOURNEYS],
  setupFiles: ['tests/support/quick-passwords.ts'],
}

export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Tests mostly wait for a disk, a process or a timer: one worker would use a third of two processors.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      // The `postgres` project sets this variable for the whole run, so it would apply here too.
      { test: { ...suite, name: 'sqlite', env: { TEST_DATABASE_URL: '' } } },
      { test: { ...suite, name: 'postgres', globalSetup: ['tests/support/postgres-setup.ts'] } },
      {
        test: {
          name: 'journeys',
          include: [`${JOURNEYS}/*.test.ts`],
          // One browser at a time, after the other tests: the journeys depend on timing.
          fileParallelism: false,
          sequence: { groupOrder: 1 },
          env: { TEST_DATABASE_URL: '' },
          testTimeout: 60_000,
        },
      },
    ],
  },
})
