import { setTimeout as pause } from 'node:timers/promises'
import { retryWaitMs } from '#kit/time.ts'
import { isConflict } from './errors.ts'

/** A conflict needs another transaction that goes on, so this many in a row mean that something else is wrong. */
const MAXIMUM_TRIES = 10

const WAIT = { firstMs: 20, longestMs: 500 }

/**
 * Tries again when PostgreSQL has ended the work to let another transaction go on, after a random wait, so that the two do
 * not meet again. `mayRepeat` is asked before each further try.
 */
export async function repeatOnConflict<Result>(
  work: () => Promise<Result>,
  mayRepeat: () => boolean = () => true,
): Promise<Result> {
  for (let tries = 1; ; tries += 1)
    try {
      return await work()
    } catch (error) {
      if (tries === MAXIMUM_TRIES || !isConflict(error) || !mayRepeat()) throw error
      await pause(Math.random() * retryWaitMs(tries - 1, WAIT))
    }
}
