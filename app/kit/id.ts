import { randomFillSync } from 'node:crypto'

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/** What every id made at that time begins with: it sorts before them and after all earlier ones. */
export const idsFrom = (ms: number): string => ms.toString(36).padStart(9, '0')

const RANDOM_LETTERS = 15

/** Random bytes for the next ids, each used once: asking for a few costs as much as for many. */
const random = new Uint8Array(RANDOM_LETTERS * 100)
let used = random.length

/**
 * A new id of 24 characters: opaque to everyone, unguessable (75 random bits), and beginning with the time,
 * so that rows made one after another lie beside each other in an index.
 */
export function newId(nowMs = Date.now()): string {
  if (used === random.length) {
    randomFillSync(random)
    used = 0
  }
  let id = idsFrom(nowMs)
  // A byte has 256 values, eight for each of the 32 letters.
  for (const byte of random.subarray(used, used + RANDOM_LETTERS)) id += ALPHABET[byte % ALPHABET.length]
  used += RANDOM_LETTERS
  return id
}
