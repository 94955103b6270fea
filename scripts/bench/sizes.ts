const { SECONDS = 5, MINUTES = 10, ROWS = 1_000_000 } = process.env

/** How much is measured. Times are of one load, counts of whatever a median is taken of. */
const WHOLE = {
  seconds: Number(SECONDS),
  minutes: Number(MINUTES),
  rows: Number(ROWS),
  rounds: 9,
  customers: [8, 64],
  warmingSeconds: 5,
  visits: 5,
  moves: 5,
  starts: 5,
  idleMs: 5000,
  lookEveryMs: 5000,
  warmUpRequests: 100,
  requests: 600,
}

const QUICK: typeof WHOLE = {
  seconds: 1,
  minutes: 0.05,
  rows: 2000,
  rounds: 1,
  customers: [2],
  warmingSeconds: 1,
  visits: 1,
  moves: 1,
  starts: 1,
  idleMs: 0,
  lookEveryMs: 100,
  warmUpRequests: 2,
  requests: 10,
}

/** With `--quick` every figure is measured and none means anything: it shows that the bench itself works. */
export const IS_QUICK = process.argv.includes('--quick')

export const SIZES = IS_QUICK ? QUICK : WHOLE
