/** Why a service is not asked. */
type Failure = 'down' | 'slow'

/** Keeps calls from a service that fails, so that callers do not wait for it and it is not called in vain. */
export interface Circuit {
  /** Undefined when a call may be made, whose result has to be reported; else why none may. */
  refuse(): Failure | undefined
  report(result: 'answered' | Failure): void
}

/**
 * A circuit that opens after `failures` calls in a row that failed, for `pauseMs`. Then one call is made: when it is answered
 * the circuit closes, else the pause begins anew.
 */
export function createCircuit(failures: number, pauseMs: number, now: () => number): Circuit {
  let failed = 0
  let why: Failure = 'down'
  let mayTryAt = 0
  return {
    refuse: () => {
      if (failed < failures) return undefined
      if (now() < mayTryAt) return why
      // The others wait for the result of this call, or for the next pause if it is never reported.
      mayTryAt = now() + pauseMs
      return undefined
    },
    report: (result) => {
      if (result === 'answered') {
        failed = 0
        return
      }
      failed += 1
      why = result
      mayTryAt = now() + pauseMs
    },
  }
}
