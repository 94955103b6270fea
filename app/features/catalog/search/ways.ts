import { coarsePitch } from '#features/models/models.ts'
import type { Db } from '#kit/db/db.ts'
import type { Synonyms } from '../synonyms/schema.ts'
import { currentSynonyms } from '../synonyms/synonyms.ts'
import { type SearchWord, toSearchWord, wordsOf } from './search-terms.ts'

/** One way to say what a search asks for. A product is a hit if it contains all words of one way. */
export type Way = readonly SearchWord[]

/** Each is a search of its own. */
const MAXIMUM_WAYS = 8

/** A synonym of more words is not looked for. */
const LONGEST_PHRASE = 4

/**
 * The ways to say a search: first as it was entered, then with the trade's other words for it and with other spellings of its
 * sizes, at most 8.
 */
export async function waysOf(db: Db, words: Way): Promise<[Way, ...Way[]]> {
  const meanings = meaningsOf(await currentSynonyms(db))
  let ways: Way[] = [[]]
  for (let at = 0; at < words.length; ) {
    const { length, choices } = choicesAt(words, at, meanings)
    const begun = ways
    ways = choices.flatMap((choice) => begun.map((way) => [...way, ...choice])).slice(0, MAXIMUM_WAYS)
    at += length
  }
  const [first = words, ...others] = ways
  return [first, ...others]
}

/** The ways to say a phrase, by its words. */
type Meanings = ReadonlyMap<string, readonly Way[]>

const compiled = new WeakMap<Synonyms, Meanings>()

function meaningsOf(synonyms: Synonyms): Meanings {
  const known = compiled.get(synonyms)
  if (known) return known
  const meanings = new Map<string, Way[]>()
  for (const { words, finds } of synonyms.synonyms)
    for (const phrase of new Set(words.flatMap(phrasesOf))) {
      const others = finds.map(wordsOf).filter((each) => phraseOf(each) !== phrase)
      meanings.set(phrase, [...(meanings.get(phrase) ?? []), ...others])
    }
  compiled.set(synonyms, meanings)
  return meanings
}

/** "Peg-bolt" is searched as one word and as two. */
const phrasesOf = (word: string): string[] =>
  [word, word.replaceAll('-', ' ')].map((each) => phraseOf(wordsOf(each)))

/** A phrase for comparisons: without plural endings, also German ones, and with one spelling of an umlaut. */
const phraseOf = (words: Way): string =>
  words
    .map(({ whole, part }) =>
      (whole ?? part).replace(/([aou])e/g, '$1').replace(/(?<=\p{L}{4})(?:en|e|n)$/u, ''),
    )
    .join(' ')

/** The longest phrase here that has synonyms, else one word; and the ways to say it, first as it was entered. */
function choicesAt(
  words: Way,
  at: number,
  meanings: Meanings,
): { readonly length: number; readonly choices: readonly Way[] } {
  for (let length = Math.min(LONGEST_PHRASE, words.length - at); length > 0; length -= 1) {
    const phrase = words.slice(at, at + length)
    const means = meanings.get(phraseOf(phrase))
    if (means) return { length, choices: [phrase, ...means] }
  }
  const word = words[at] as SearchWord
  const apart = meanings.get(phraseOf((word.pieces ?? []).map(toSearchWord))) ?? []
  return { length: 1, choices: [[word], ...apart, ...otherSpellings(word, meanings)] }
}

function otherSpellings(word: SearchWord, meanings: Meanings): Way[] {
  const { entered, pieces = piecesOf(word.entered) } = word
  const replaced = pieces.flatMap((piece, at) =>
    (meanings.get(phraseOf([toSearchWord(piece)])) ?? []).map((meaning) =>
      pieces.toSpliced(at, 1, ...meaning.map((each) => each.entered)).join(''),
    ),
  )
  const others = [withDigits(entered), withoutPitch(entered), ...replaced]
  return [...new Set(others)].filter((other) => other !== entered).map((other) => [toSearchWord(other)])
}

/** A number and the letters behind it: "608zz". */
const piecesOf = (word: string): string[] => /^(.*\d)(\p{L}{2,})$/u.exec(word)?.slice(1) ?? []

/** The letter O that stands for a zero: "din 9o2", "m1o". */
const withDigits = (word: string): string => word.replace(/(?<=\d)o|o(?=\d)/g, '0')

/** A thread without its pitch where that is the coarse one, which names leave out: "m8x1.25" is "m8". */
function withoutPitch(word: string): string {
  const [, diameter, pitch, rest = ''] =
    /^m(\d+(?:\.\d+)?)x(\d+(?:\.\d+)?)((?:x\d+(?:\.\d+)?)?)$/.exec(word) ?? []
  return diameter !== undefined && coarsePitch(Number(diameter)) === Number(pitch)
    ? `m${diameter}${rest}`
    : word
}
