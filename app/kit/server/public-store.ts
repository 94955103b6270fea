import { createLruCache } from '#kit/lru-cache.ts'

/** Addresses with parameters that are kept at most, and the bytes that they may take together. */
const MAXIMUM_SEARCHES = 2000
const MAXIMUM_BYTES = 24_000_000

// What an answer takes beside its texts: objects, maps and the arrays of headers, for itself and for each encoding.
// Measured with all encodings made, and rounded up.
const ANSWER_BYTES = 2000
const ENCODING_BYTES = 500
const ENCODINGS = 3

/** An answer as far as the store knows it. */
interface Kept {
  /** Of what is public, as it was when the answer was made. Versions only grow. */
  readonly version: number
  readonly body: Uint8Array
  readonly headers: readonly (readonly [name: string, value: string])[]
}

/** Answers by the address that they are kept under. */
interface AnswerStore<Answer> {
  get(key: string): Answer | undefined
  keep(key: string, answer: Answer): void
  /** The addresses with parameters that are kept, and the bytes counted for them. */
  searches(): { readonly count: number; readonly bytes: number }
}

/**
 * Keeps answers in memory that anyone can make the shop render. Addresses without parameters are few, so they stay.
 * Of the others there is no end: at most 2,000 of them, or 24 MB, are kept, all of the newest version, and the oldest
 * goes first unless it was asked for again. So a flood of searches that nobody repeats takes no more room than that, and
 * those that many people make stay.
 */
export function createAnswerStore<Answer extends Kept>(): AnswerStore<Answer> {
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

/** The most that an answer can come to take, with its body in every encoding. A character takes two bytes at most. */
function costOf(key: string, { body, headers }: Kept): number {
  const characters = headers.reduce((sum, [name, value]) => sum + name.length + value.length, key.length)
  return ANSWER_BYTES + 2 * characters + ENCODINGS * (ENCODING_BYTES + body.length)
}
