import { DAY_MS } from '#kit/time.ts'
import { add, type Call, lock, save } from './store.ts'
import { type Answer, StripeFault } from './stripe-fault.ts'

/** Stripe deletes keys after a day. */
const KEPT_MS = DAY_MS

const LONGEST_KEY = 255

/** A call with a key, and its answer. `fingerprint` is an HMAC of its path and body, so it discloses no card. */
export interface IdempotentCall {
  readonly fingerprint: string
  readonly requestId: string | null
  readonly answer: Answer | null
}

/** An answer, and the id of the first request if this is a repeat. */
export interface IdempotentAnswer extends Answer {
  readonly replayOf?: string | null
}

/**
 * Runs a call once for its idempotency key, inside the call's transaction; a repeat returns the same answer. A refused
 * call is rolled back with its key, so it can be corrected and sent again; a decline is an answer.
 */
export async function runOnce(
  call: Call,
  fingerprint: string,
  run: () => Promise<Answer>,
): Promise<IdempotentAnswer> {
  const key = call.idempotencyKey
  if (key === null) return run()
  if (key.length > LONGEST_KEY) {
    throw keyFault(`Idempotency keys can have up to ${LONGEST_KEY} characters.`)
  }
  const id = `${call.publishable ? 'pk' : 'sk'}:${key}`
  const first = { fingerprint, requestId: call.requestId, answer: null }
  // A second call with the key waits here until the first has ended.
  if (!(await add(call, 'idempotency', id, first, call.nowMs + KEPT_MS))) {
    return replay(key, fingerprint, await lock(call, 'idempotency', id))
  }
  const answer = await run()
  await save(call, 'idempotency', id, { ...first, answer })
  return answer
}

function replay(key: string, fingerprint: string, earlier: IdempotentCall): IdempotentAnswer {
  if (earlier.fingerprint !== fingerprint || !earlier.answer) {
    throw keyFault(
      `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    )
  }
  return { ...earlier.answer, replayOf: earlier.requestId }
}

const keyFault = (message: string): StripeFault =>
  new StripeFault(400, { type: 'idempotency_error', message })
