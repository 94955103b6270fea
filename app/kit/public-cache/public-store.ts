import { LRUCache } from 'lru-cache'
import type { AddressKind } from './public-addresses.ts'

/** The maximum number and total bytes of cached variable addresses. */
const MAXIMUM_VARIABLE = 2000
const MAXIMUM_BYTES = 32_000_000

// The memory of an entry besides its texts: objects, maps and header arrays, for itself and for each encoding. Measured
// with all encodings, and rounded up.
const ANSWER_BYTES = 2000
const ENCODING_BYTES = 500
const ENCODINGS = 3
// A body and its two compressed forms, of which each is at most a third of it: styles and the words of a page repeat.
const BODIES = 5 / 3

/** The parts of a response that the store needs. */
interface Stored {
  readonly tags: readonly string[]
  readonly body: Uint8Array
  readonly headers: readonly (readonly [name: string, value: string])[]
}

/** Responses by address. */
interface AnswerStore<Answer> {
  get(key: string): Answer | undefined
  keep(key: string, answer: Answer, kind: AddressKind): void
  /** The number of stored variable addresses, and their bytes. */
  variable(): { readonly count: number; readonly bytes: number }
}

/**
 * Keeps public responses in memory. Fixed addresses are few, so they stay. The number of variable addresses is unlimited:
 * at most 2,000 of them, or 32 MB, are kept, and the least recently used is evicted first. So a flood of different addresses
 * cannot fill the memory, and popular ones stay.
 */
export function createAnswerStore<Answer extends Stored>(): AnswerStore<Answer> {
  const fixed = new Map<string, Answer>()
  const variable = new LRUCache<string, Answer>({
    max: MAXIMUM_VARIABLE,
    maxSize: MAXIMUM_BYTES,
    sizeCalculation: bytesOf,
  })
  return {
    get: (key) => fixed.get(key) ?? variable.get(key),
    keep: (key, answer, kind) => {
      if (kind === 'variable') variable.set(key, answer)
      else fixed.set(key, answer)
    },
    variable: () => ({ count: variable.size, bytes: variable.calculatedSize }),
  }
}

/** The bytes of a response with its body in every encoding. A character takes at most two bytes. */
function bytesOf({ body, headers, tags }: Stored, key: string): number {
  const characters = [key, ...headers.flat(), ...tags].reduce((sum, text) => sum + text.length, 0)
  return ANSWER_BYTES + 2 * characters + ENCODINGS * ENCODING_BYTES + Math.ceil(BODIES * body.length)
}
