import { z } from 'zod'

const ID_LENGTH = 64

// PostgreSQL cannot store the character NUL, no database half of a character: nobody types either.
const STORABLE = /^[^\0\p{Cs}]*$/u

/** A required text without surrounding space: its characters counted, `what` named in what is wrong with it. */
export function textField(what: string, length: { minimum?: number; maximum: number }) {
  const { minimum = 1, maximum } = length
  const tooShort =
    minimum === 1 ? `${what} is required.` : `${what} has to have at least ${minimum} characters.`
  return z
    .string(`${what} is required.`)
    .trim()
    .min(minimum, tooShort)
    .max(maximum, `${what} can have at most ${maximum} characters.`)
    .regex(STORABLE, `${what} holds a character that no text can have.`)
}

/** The id of something of the shop's. Ids are opaque: one that was never given is unknown, not malformed. */
export const idField = z.string('The id is required.').min(1).max(ID_LENGTH).regex(STORABLE)
