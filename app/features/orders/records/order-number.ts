import { randomInt } from 'node:crypto'

/** Letters and digits that nobody confuses: without 0, 1, I, L and O. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

/** Two of these make a number. */
const GROUP_LENGTH = 4

/**
 * A random order number such as `K7QM-2XTB`. It does not show how many orders there are. The table refuses a number that
 * exists, and the order is then placed with another one.
 */
export const newOrderNumber = (): string => `${group()}-${group()}`

/** The order number that a word is, in any case and also without its hyphen, as it is stored; undefined for other words. */
export function readOrderNumber(word: string): string | undefined {
  const [, first, second] = WHOLE_NUMBER.exec(word.toUpperCase()) ?? []
  return first && second && `${first}-${second}`
}

const WHOLE_NUMBER = new RegExp(`^([${ALPHABET}]{${GROUP_LENGTH}})-?([${ALPHABET}]{${GROUP_LENGTH}})$`)

const group = (): string =>
  Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
