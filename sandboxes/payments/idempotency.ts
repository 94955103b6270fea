import { add, type Call, lock, save } from './store.ts'
import { type Answer, StripeFault } from './stripe-fault.ts'

/** Stripe forgets keys after a day. */
const REMEMBERED_MS = 24 * 3_600_000

const LONGEST_KEY = 255

/** A call made with a key, and what it was answered. `fingerprint` is of its path and body, keyed, so it gives no card away. */
export interface IdempotentCall {
  readonly fingerprint: string
  readonly requestId: string | null
  readonly answer: Answer | null
}

/** An answer, and the request that it was first given to when this is a repeat. */
export interface AnswerOnce extends Answer {
  readonly replayOf?: string | null
}

/**
 * Runs a call once for its idempotency key, inside the call's transaction; the repeat is given the same answer.
 * A refused call is rolled back with its key, so it can be mended and sent again; a decline is an answer.
 */
export async function once(call: Call, fingerprint: string, run: () => Promise<Answer>): Promise<AnswerOnce> {
  const key = call.idempotencyKey
  if (key === null) return run()
  if (key.length > LONGEST_KEY) {
    throw keyFault(`Idempotency keys can have up to ${LONGEST_KEY} characters.`)
  }
  const id = `${call.publishable ? 'pk' : 'sk'}:${key}`
  const first = { fingerprint, requestId: call.requestId, answer: null }
  // A second call with the key waits here until the first has ended.
  if (!(await add(call, 'idempotency', id, first, call.nowMs + REMEMBERED_MS))) {
    return replay(key, fingerprint, await lock(call, 'idempotency', id))
  }
  const answer = await run()
  await save(call, 'idempotency', id, { ...first, answer })
  return answer
}

function replay(key: string, fingerprint: string, earlier: IdempotentCall): AnswerOnce {
  if (earlier.fingerprint !== fingerprint || !earlier.answer) {
    throw keyFault(
      `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    )
  }
  return { ...earlier.answer, replayOf: earlier.requestId }
}

const keyFault = (message: string): StripeFault =>
  new StripeFault(400, { type: 'idempotency_error', message })
