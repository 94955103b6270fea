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
  mail: async () => (await import('./mail.ts')).benchMail(),
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

/** With `--quick` the figures have no meaning. */
export const IS_QUICK = values.quick

const size = <Size>(whole: Size, quick: Size): Size => (IS_QUICK ? quick : whole)

/** How much is measured. Durations are for one load, counts are the number of values for a median. */
export const SIZES = {
  seconds: size(values.seconds, 1),
  minutes: size(values.minutes, 0.05),
  rows: size(values.rows, 1000),
  products: size(100_000, 1000),
  rounds: size(9, 1),
  changes: size(200, 20),
  customers: size([8, 64], [2]),
  lines: size([1, 20], [20]),
  warmUpSeconds: size(5, 1),
  visits: size(5, 1),
  moves: size(15, 1),
  starts: size(5, 1),
  idleMs: size(5000, 0),
  samples: size(100, 4),
  models: size(100, 3),
  idleModelsMs: size(65_000, 0),
  sampleEveryMs: size(5000, 100),
  warmUpRequests: size(100, 1),
  requests: size(600, 4),
}
