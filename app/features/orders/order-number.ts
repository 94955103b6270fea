import { randomInt } from 'node:crypto'

/** Letters and digits that nobody confuses: without 0, 1, I, L and O. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

/** Two of these make a number. */
const GROUP_LENGTH = 4

/**
 * A random order number such as `K7QM-2XTB`. It tells nothing about how many orders there are. The table refuses one that
 * is taken, which happens once in about 850 billion divided by the number of orders.
 */
export const newOrderNumber = (): string => `${group()}-${group()}`

const group = (): string =>
  Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
