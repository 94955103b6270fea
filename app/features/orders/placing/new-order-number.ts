import { randomInt } from 'node:crypto'
import { ALPHABET, GROUP_LENGTH } from '../records/order-number.ts'

/**
 * A random order number such as `K7QM-2XTB`. It does not show how many orders there are. The table refuses a number that
 * exists, and the order is then placed with another one.
 */
export const newOrderNumber = (): string => `${group()}-${group()}`

const group = (): string =>
  Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
