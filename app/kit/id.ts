import { randomInt } from 'node:crypto'

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/** What every id made at that time begins with: it sorts before them and after all earlier ones. */
export const idsFrom = (ms: number): string => ms.toString(36).padStart(9, '0')

/**
 * A new id of 24 characters: opaque to everyone, unguessable (75 random bits), and beginning with the time,
 * so that rows made one after another lie beside each other in an index.
 */
export function newId(nowMs = Date.now()): string {
  const random = Array.from({ length: 15 }, () => ALPHABET[randomInt(ALPHABET.length)])
  return idsFrom(nowMs) + random.join('')
}
