import { defineConfig } from 'vitest/config'

const suite = { include: ['app/**/*.test.ts', 'migrations/**/*.test.ts', 'tests/**/*.test.ts'] }

export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      { test: { ...suite, name: 'sqlite', exclude: ['tests/journeys/**'] } },
      {
        test: {
          ...suite,
          name: 'postgres',
          exclude: ['tests/journeys/**'],
          globalSetup: ['tests/support/postgres-server.ts'],
        },
      },
    ],
  },
})
