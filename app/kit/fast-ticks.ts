import { executionAsyncResource } from 'node:async_hooks'

const held: object[] = []

/**
 * Keeps `process.nextTick`, which each request goes through several times, at the 50 ns in which it begins, for as
 * long as the process runs: V8 makes its objects slowly once a collection of garbage found none of them (decision 19).
 */
export function keepTicksFast(): void {
  process.nextTick(() => held.push(executionAsyncResource()))
}
