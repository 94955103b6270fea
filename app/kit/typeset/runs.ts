import { LRUCache } from 'lru-cache'
import type { Face } from './faces.ts'

/** Characters of one font and script, so that they are shaped together. */
export interface Run {
  readonly face: Face
  /** As it is drawn: with a box for each character that no font has. */
  readonly text: string
  /** The characters that were written. */
  readonly written: string
  /** The script, where it is read from right to left. */
  readonly rightToLeft: string | undefined
  /** The features of the font with which it is shaped as a whole; else word by word, with the usual ones. */
  readonly features: readonly string[] | undefined
  /** In ems. */
  readonly width: number
}

/** A joiner behind the mark that joins letters in the scripts of India and Sri Lanka says how: it changes their shape. */
const JOINER =
  /(?<![\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca])[\u200c\u200d]|[^\P{Cf}\u200c\u200d]|\p{Variation_Selector}/gu

/**
 * A text that can be set: lines end with `\n`, and what has no shape is a space (controls) or left out (marks of
 * direction, most joiners, selectors of variants). Half surrogates become U+FFFD.
 */
export const cleanText = (text: string): string =>
  text
    .toWellFormed()
    .normalize('NFC')
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[^\P{Cc}\n]/gu, ' ')
    .replace(JOINER, '')

/** The same on one line. */
export const cleanLine = (text: string): string => cleanText(text).replace(/\s+/g, ' ').trim()

/** A character with its combining marks and joiners. */
const CLUSTER = /\P{M}[\p{M}\u200c\u200d]*|\p{M}+/gu

export const clustersOf = (text: string): string[] => text.match(CLUSTER) ?? []

const RIGHT_TO_LEFT = {
  Arabic: /\p{Script=Arabic}/u,
  Hebrew: /\p{Script=Hebrew}/u,
  Syriac: /\p{Script=Syriac}/u,
  Thaana: /\p{Script=Thaana}/u,
  Nko: /\p{Script=Nko}/u,
}

/** Drawn for a character that no font has. */
const BOX = '\u25a1'

type Piece = Omit<Run, 'width' | 'features'>

/** The runs of a cleaned line, from left to right. */
export function runsOf(text: string, faces: readonly Face[]): Run[] {
  const pieces: Piece[] = []
  for (const cluster of clustersOf(text))
    for (const piece of piecesOf(cluster, faces)) addPiece(pieces, piece)
  return pieces.map(toRun)
}

/** The cluster in the first font that has all of it, else each of its characters by itself. */
function piecesOf(cluster: string, faces: readonly Face[]): Piece[] {
  const whole = pieceOf(cluster, faces)
  if (whole) return [whole]
  const characters = [...cluster.replace(/[\u200c\u200d]/g, '')]
  if (characters.length > 1) return characters.flatMap((character) => piecesOf(character, faces))
  // No font has the capitals of Georgian, which stand for the same letters.
  const small = pieceOf(cluster.toLowerCase(), faces)
  const box = { face: faceOf(BOX, faces) as Face, text: BOX, rightToLeft: undefined }
  return [{ ...(small ?? box), written: cluster }]
}

function pieceOf(cluster: string, faces: readonly Face[]): Piece | undefined {
  const face = faceOf(cluster, faces)
  const script = Object.entries(RIGHT_TO_LEFT).find(([, pattern]) => pattern.test(cluster))
  return face && { face, text: cluster, written: cluster, rightToLeft: script?.[0] }
}

const faceOf = (cluster: string, faces: readonly Face[]): Face | undefined =>
  faces.find(({ font }) => hasAll(font, cluster))

const hasAll = (font: Face['font'], cluster: string): boolean =>
  [...cluster].every(
    (character) =>
      /[\u200c\u200d]/.test(character) || font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0),
  )

/** Appends the piece to the last one if it is of the same kind. */
function addPiece(pieces: Piece[], piece: Piece): void {
  const [before, space] = pieces.slice(-2)
  // A space between two words that are read from right to left belongs to both.
  const isBetween = piece.rightToLeft !== undefined && space?.text.trim() === '' && isSameKind(before, piece)
  const joined = isBetween ? pieces.splice(-2) : isSameKind(pieces.at(-1), piece) ? pieces.splice(-1) : []
  const all = [...joined, piece]
  const join = (name: 'text' | 'written') => all.map((each) => each[name]).join('')
  pieces.push({ ...piece, text: join('text'), written: join('written') })
}

const isSameKind = (one: Piece | undefined, other: Piece): boolean =>
  one?.face === other.face && one.rightToLeft === other.rightToLeft

/** Numbers in Arabic digits are read from left to right, also between words that are not. */
const ARABIC_NUMBER = /[\u0660-\u0669\u066b\u066c\u06f0-\u06f9]+/g

const reverse = (text: string): string => [...text].reverse().join('')

/** The vowel "am" of Thai and Lao, with a mark of the tone: its ring stands below that mark. */
const TONE_AND_AM = /([\u0e48-\u0e4b])\u0e33|([\u0ec8-\u0ecb])\u0eb3/g

const ringBelowTone = (_: string, thai?: string, lao?: string): string =>
  thai === undefined ? `\u0ecd${lao}\u0eb2` : `\u0e4d${thai}\u0e32`

/** A syllable of Burmese: a letter or a stack, "ya", "ra", other medials, and the vowel "e". "E" and "ra" are drawn before it. */
const BURMESE_SYLLABLE =
  /([\u1000-\u102a\u103f](?:\u1039[\u1000-\u102a])*)(\u103b?)(\u103c?)([\u103d\u103e]*)(\u1031?)/g

/** In the sequence in which the font draws it, for scripts that the library does not know. */
const asDrawn = (text: string): string =>
  text
    .replace(ARABIC_NUMBER, reverse)
    .replace(TONE_AND_AM, ringBelowTone)
    .replace(BURMESE_SYLLABLE, '$5$3$1$2$4')

function toRun(joined: Piece): Run {
  const { features = joined.rightToLeft === undefined ? undefined : [] } = joined.face
  const piece = { ...joined, features, text: asDrawn(joined.text) }
  try {
    return { ...piece, width: widthOf(piece) }
  } catch {
    // The shaping of some scripts fails at sequences that no language has.
    const boxes = { ...piece, text: BOX.repeat(clustersOf(piece.text).length) }
    return { ...boxes, width: widthOf(boxes) }
  }
}

/** The widths of words by font and word: documents repeat most of theirs. */
const widths = new LRUCache<string, number>({ max: 4000 })

/** The sum of the words, each with its space: pdfkit sets text that is read from left to right in the same way. */
const widthOf = ({ face, text, features }: Omit<Run, 'width'>): number =>
  (features === undefined ? (text.match(/[^ ]* |[^ ]+/g) ?? []) : [text])
    .map((word) => wordWidth(face, word))
    .reduce((sum, width) => sum + width, 0)

function wordWidth({ name, font, features = [] }: Face, word: string): number {
  const key = `${name} ${word}`
  const width = widths.get(key) ?? font.layout(word, [...features]).advanceWidth / font.unitsPerEm
  widths.set(key, width)
  return width
}
