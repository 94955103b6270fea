import { randomFillSync } from 'node:crypto'

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/** The prefix of every id created at that time: it sorts before them and after all earlier ids. */
export const idsFrom = (ms: number): string => ms.toString(36).padStart(TIME_LETTERS, '0')

/** What all ids of the same moment begin with. */
export const timePartOf = (id: string): string => id.slice(0, TIME_LETTERS)

/** The prefix of every id created in the millisecond after that of this one. */
export const idsAfter = (id: string): string => idsFrom(Number.parseInt(timePartOf(id), 36) + 1)

const TIME_LETTERS = 9

const RANDOM_LETTERS = 15

/** Random bytes for the next ids, each used once: generating many costs as much as a few. */
const random = new Uint8Array(RANDOM_LETTERS * 100)
let used = random.length

/**
 * A new id of 24 characters: opaque, unguessable (75 random bits), and beginning with the time, so that new rows are
 * next to each other in an index.
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
