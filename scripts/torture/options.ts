import type { Answer } from '#tests/support/customer.ts'

/** Where a part runs, and for how long. */
export interface TortureOptions {
  /** The address of a PostgreSQL server; empty for SQLite. */
  readonly server: string
  readonly rounds: number
  /** How long the load lasts, for the part that has one. */
  readonly seconds: number
  /** How many shop at once under load; each sign-up takes a slow hash. */
  readonly customers: number
}

/** The result of a part. */
export interface Outcome {
  /** What was done, in a few words with its figures. */
  readonly did: string
  /** Every promise that was broken, a sentence each; empty when there are none. */
  readonly violations: readonly string[]
  /** What was measured. */
  readonly figures: string
}

/** Starts a shop of its own, attacks or loads it and resolves to the result. */
export type Part = (options: TortureOptions) => Promise<Outcome>

/** The answer, when its status is one of those; throws what it was otherwise. */
export function expectStatus(expected: readonly number[], answer: Answer): Answer {
  if (expected.includes(answer.status)) return answer
  throw new Error(`${answer.status} is no answer here: ${JSON.stringify(answer.body).slice(0, 500)}`)
}

/** How many of each there were, the most frequent first: `200 ×41, 409 ×3`. */
export function tally(counts: ReadonlyMap<number, number>): string {
  const sorted = [...counts].sort(([, a], [, b]) => b - a)
  return sorted.map(([value, count]) => `${value} ×${count}`).join(', ')
}
