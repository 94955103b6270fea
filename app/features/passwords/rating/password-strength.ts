import { dictionary } from '@zxcvbn-ts/language-common'
import { shopName } from '#kit/identity/shop-identity.ts'
import { guessedPassword } from '../common/common-passwords.ts'
import type { Strength } from '../limits.ts'

/** After how many guesses somebody who tries likely ones first comes to a password or a word. */
const RANKS = new Map<string, number>()
for (const words of [dictionary['passwords-common'], dictionary['diceware-common']])
  for (const [index, word] of words.entries())
    RANKS.set(word, Math.min(RANKS.get(word) ?? Number.POSITIVE_INFINITY, index + 1))

const LONGEST_WORD = 30
/** So many guesses for a character that belongs to nothing known, as zxcvbn counts it. */
const ANY = 10
const YEAR = /^(19|20)\d\d$/
const ROWS = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'qwertzuiop',
  'asdfghjkl',
  'yxcvbnm',
  'zxcvbnm',
]
const RUNS = [...ROWS, ...ROWS.map((row) => [...row].reverse().join(''))]

/** What people write for letters. */
const WRITTEN: Readonly<Record<string, string>> = {
  '4': 'a',
  '@': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  '5': 's',
  $: 's',
  '7': 't',
}

/** The strength of a new password of an account with this e-mail address; `says`: why it would be refused, as a sentence. */
export function strengthOf(
  password: string,
  email: string | undefined,
): { readonly strength: Strength; readonly says?: string } {
  const says = guessedPassword(password, email)
  if (says !== undefined) return { strength: 'refused', says }
  const digits = Math.log10(guessesOf(password, ownWords(email)))
  if (digits < 6) return { strength: 'weak' }
  if (digits < 8) return { strength: 'fair' }
  return { strength: digits < 10 ? 'good' : 'strong' }
}

const ownWords = (email = ''): readonly string[] =>
  [shopName(), ...email.split(/[^\p{L}\p{N}]/u)]
    .map((word) => word.toLowerCase())
    .filter((word) => word.length > 2)

/**
 * How many guesses the cheapest reading of a password takes, as words, runs, repeats, years and single characters one after another:
 * what zxcvbn does, with fewer patterns. Each further part doubles the guesses, since their sequence has to be guessed too.
 */
function guessesOf(password: string, own: readonly string[]): number {
  const text = password.normalize('NFKC').toLowerCase()
  const fewest = [1]
  for (let end = 1; end <= text.length; end += 1) {
    const readings: number[] = []
    for (let start = Math.max(0, end - LONGEST_WORD); start < end; start += 1) {
      const before = fewest[start] ?? 1
      readings.push(before * (start === 0 ? 1 : 2) * guessesOfPart(text.slice(start, end), own))
    }
    // A character that continues what nobody knows begins no new part.
    readings.push((fewest[end - 1] ?? 1) * ANY)
    fewest.push(Math.min(...readings))
  }
  const capitals = /\p{Lu}/u.test(password) ? 2 : 1
  return (fewest.at(-1) ?? 1) * capitals
}

function guessesOfPart(part: string, own: readonly string[]): number {
  const { length } = part
  if (length < 3) return ANY ** length
  if (own.includes(part)) return 2
  if (/^(.)\1+$/u.test(part)) return ANY * length
  if (YEAR.test(part)) return 100
  if (RUNS.some((run) => run.includes(part))) return ANY * length
  const written = [...part].map((letter) => WRITTEN[letter] ?? letter).join('')
  return Math.min(rankOf(part), rankOf(written) * 2, ANY ** length)
}

const rankOf = (word: string): number => RANKS.get(word) ?? Number.POSITIVE_INFINITY
