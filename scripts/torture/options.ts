import type { Answer } from '#tests/support/customer.ts'

/** Where a part runs, and for how long. */
export interface TortureOptions {
  /** The address of a PostgreSQL server; empty for SQLite. */
  readonly server: string
  readonly rounds: number
  /** The duration of the part `load`. */
  readonly seconds: number
  /** The number of concurrent customers of the part `load`. */
  readonly customers: number
}

/** The result of a part. */
export interface Outcome {
  /** A short summary of what was done. */
  readonly did: string
  /** A sentence for each broken guarantee. */
  readonly violations: readonly string[]
  /** The measured values. */
  readonly figures: string
}

/** Starts a shop, attacks or loads it, and resolves to the result. */
export type Part = (options: TortureOptions) => Promise<Outcome>

/** Returns the answer if its status is expected, else throws. */
export function expectStatus(expected: readonly number[], answer: Answer): Answer {
  if (expected.includes(answer.status)) return answer
  throw new Error(`Unexpected status ${answer.status}: ${JSON.stringify(answer.body).slice(0, 500)}`)
}

/** The counts as text, the most frequent first: `200 ×41, 409 ×3`. */
export function tally(counts: ReadonlyMap<number, number>): string {
  const sorted = [...counts].sort(([, a], [, b]) => b - a)
  return sorted.map(([value, count]) => `${value} ×${count}`).join(', ')
}
