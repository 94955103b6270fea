const { SECONDS = 5, MINUTES = 10, ROWS = 1_000_000 } = process.env

/** How much is measured. Durations are for one load, counts are the number of values for a median. */
const WHOLE = {
  seconds: Number(SECONDS),
  minutes: Number(MINUTES),
  rows: Number(ROWS),
  products: 100_000,
  rounds: 9,
  customers: [8, 64],
  lines: [1, 20],
  warmUpSeconds: 5,
  visits: 5,
  moves: 15,
  starts: 5,
  idleMs: 5000,
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
  customers: [2],
  lines: [20],
  warmUpSeconds: 1,
  visits: 1,
  moves: 1,
  starts: 1,
  idleMs: 0,
  sampleEveryMs: 100,
  warmUpRequests: 2,
  requests: 10,
}

/** With `--quick` the figures have no meaning: the run only shows that the bench works. */
export const IS_QUICK = process.argv.includes('--quick')

export const SIZES = IS_QUICK ? QUICK : WHOLE
