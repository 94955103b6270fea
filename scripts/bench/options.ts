import { readArguments } from '../command.ts'
import type { Figure } from './table.ts'

/** Each part is loaded when it is measured: it reads the sizes below. */
export const PARTS = {
  reads: async () => (await import('./reads.ts')).benchReads(),
  selling: async () => (await import('./selling.ts')).benchSelling(),
  weight: async () => (await import('./weight.ts')).benchWeight(),
  phone: async () => (await import('./phone.ts')).benchPhone(),
  moving: async () => (await import('./moving.ts')).benchMoving(),
  typing: async () => (await import('./moving.ts')).benchTyping(),
  process: async () => (await import('./process.ts')).benchProcess(),
  orders: async () => (await import('./orders.ts')).benchOrders(),
  documents: async () => (await import('./documents.ts')).benchDocuments(),
  models: async () => (await import('./models.ts')).benchModels(),
  lists: async () => (await import('./filled.ts')).benchLists(),
  imports: async () => (await import('./filled.ts')).benchImports(),
  exports: async () => (await import('./filled.ts')).benchExports(),
  million: async () => (await import('./million.ts')).benchMillion(),
  overview: async () => (await import('./overview.ts')).benchOverview(),
  endurance: async () => (await import('./orders.ts')).benchEndurance(),
} satisfies Record<string, () => Promise<readonly Figure[]>>

const { values, parts } = readArguments({
  name: 'bench',
  does: 'Measures the shop against floors that are measured in the same run, and prints one table.',
  parts: Object.keys(PARTS) as (keyof typeof PARTS)[],
  options: {
    quick: [false, 'a minute for everything, to see that it works: compares nothing with a goal'],
    seconds: [5, 'the duration of each load'],
    minutes: [10, 'the duration of the part endurance'],
    rows: [1_000_000, 'the products and orders of the parts million and overview'],
  },
})

export const CHOSEN_PARTS = parts

/** How much is measured. Durations are for one load, counts are the number of values for a median. */
const WHOLE = {
  seconds: values.seconds,
  minutes: values.minutes,
  rows: values.rows,
  products: 100_000,
  rounds: 9,
  changes: 200,
  customers: [8, 64],
  lines: [1, 20],
  warmUpSeconds: 5,
  visits: 5,
  moves: 15,
  starts: 5,
  idleMs: 5000,
  models: 100,
  idleModelsMs: 65_000,
  sampleEveryMs: 5000,
  warmUpRequests: 100,
  requests: 600,
}

const QUICK: typeof WHOLE = {
  seconds: 1,
  minutes: 0.05,
  rows: 2000,
  products: 2000,
  rounds: 1,
  changes: 20,
  customers: [2],
  lines: [20],
  warmUpSeconds: 1,
  visits: 1,
  moves: 1,
  starts: 1,
  idleMs: 0,
  models: 3,
  idleModelsMs: 0,
  sampleEveryMs: 100,
  warmUpRequests: 2,
  requests: 10,
}

/** With `--quick` the figures have no meaning. */
export const IS_QUICK = values.quick

export const SIZES = IS_QUICK ? QUICK : WHOLE
