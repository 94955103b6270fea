import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const JOURNEYS = 'tests/journeys/**'

const suite = {
  include: ['{app,sandboxes,demo,migrations,tests}/**/*.test.ts'],
  exclude: [JOURNEYS],
}

export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Tests mostly wait, for a disk, a process or a clock: on two processors one at a time uses a third of them.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      // The other project's address is set for the whole run and would reach this one's workers too.
      { test: { ...suite, name: 'sqlite', env: { TEST_DATABASE_URL: '' } } },
      { test: { ...suite, name: 'postgres', globalSetup: ['tests/support/postgres-setup.ts'] } },
      {
        test: {
          name: 'journeys',
          include: [`${JOURNEYS}/*.test.ts`],
          // One browser at a time, and alone on the machine: what people see depends on how long it takes.
          fileParallelism: false,
          sequence: { groupOrder: 1 },
          env: { TEST_DATABASE_URL: '' },
          testTimeout: 60_000,
        },
      },
    ],
  },
})
