import { createLruCache } from '#kit/lru-cache.ts'

/** The maximum number and total bytes of cached addresses with parameters. */
const MAXIMUM_SEARCHES = 2000
const MAXIMUM_BYTES = 24_000_000

// The memory of an entry besides its texts: objects, maps and header arrays, for itself and for each encoding. Measured
// with all encodings, and rounded up.
const ANSWER_BYTES = 2000
const ENCODING_BYTES = 500
const ENCODINGS = 3

/** The parts of a response that the store needs. */
interface Stored {
  /** The version of the public data for which it was rendered. Versions only grow. */
  readonly version: number
  readonly body: Uint8Array
  readonly headers: readonly (readonly [name: string, value: string])[]
}

/** Responses by address. */
interface AnswerStore<Answer> {
  get(key: string): Answer | undefined
  keep(key: string, answer: Answer): void
  /** The number of stored addresses with parameters, and their bytes. */
  searches(): { readonly count: number; readonly bytes: number }
}

/**
 * Keeps public responses in memory. Addresses without parameters are few, so they stay. The number of the others is
 * unlimited: at most 2,000 of them, or 24 MB, are kept, all of the newest version, and the least recently used is evicted
 * first. So a flood of different searches cannot fill the memory, and popular searches stay.
 */
export function createAnswerStore<Answer extends Stored>(): AnswerStore<Answer> {
  const plain = new Map<string, Answer>()
  const searches = createLruCache<string, Answer>(MAXIMUM_SEARCHES, { maximum: MAXIMUM_BYTES, of: costOf })
  let newest = Number.NEGATIVE_INFINITY

  const keepSearch = (key: string, answer: Answer): void => {
    if (answer.version < newest) return
    if (answer.version > newest) searches.clear()
    newest = answer.version
    searches.set(key, answer)
  }
  return {
    get: (key) => plain.get(key) ?? searches.get(key),
    keep: (key, answer) => {
      if (key.includes('?')) keepSearch(key, answer)
      else plain.set(key, answer)
    },
    searches: () => ({ count: searches.size, bytes: searches.weight }),
  }
}

/** The maximum bytes of a response with its body in every encoding. A character takes at most two bytes. */
function costOf(key: string, { body, headers }: Stored): number {
  const characters = headers.reduce((sum, [name, value]) => sum + name.length + value.length, key.length)
  return ANSWER_BYTES + 2 * characters + ENCODINGS * (ENCODING_BYTES + body.length)
}
