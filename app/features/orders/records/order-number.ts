/** Letters and digits that nobody confuses: without 0, 1, I, L and O. */
export const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

/** Two of these make a number. */
export const GROUP_LENGTH = 4

/** The order number that a word is, in any case and also without its hyphen, as it is stored; undefined for other words. */
export function readOrderNumber(word: string): string | undefined {
  const [, first, second] = WHOLE_NUMBER.exec(word.toUpperCase()) ?? []
  return first && second && `${first}-${second}`
}

const WHOLE_NUMBER = new RegExp(`^([${ALPHABET}]{${GROUP_LENGTH}})-?([${ALPHABET}]{${GROUP_LENGTH}})$`)
