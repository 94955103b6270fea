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
  /** In ems. */
  readonly width: number
}

/**
 * A text that can be set: lines end with `\n`, and what has no shape is a space (controls) or left out (marks of
 * direction, joiners, selectors of variants). Half surrogates become U+FFFD.
 */
export const cleanText = (text: string): string =>
  text
    .toWellFormed()
    .normalize('NFC')
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[^\P{Cc}\n]/gu, ' ')
    .replace(/[\p{Cf}\p{Variation_Selector}]/gu, '')

/** The same on one line. */
export const cleanLine = (text: string): string => cleanText(text).replace(/\s+/g, ' ').trim()

/** A character with its combining marks. */
const CLUSTER = /\P{M}\p{M}*|\p{M}+/gu

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

type Piece = Omit<Run, 'width'>

/** The runs of a cleaned line, from left to right. */
export function runsOf(text: string, faces: readonly Face[]): Run[] {
  const pieces: Piece[] = []
  for (const cluster of clustersOf(text)) addPiece(pieces, pieceOf(cluster, faces))
  return pieces.map(toRun)
}

function pieceOf(cluster: string, faces: readonly Face[]): Piece {
  const face = faceOf(cluster, faces)
  if (!face) return { face: faceOf(BOX, faces) as Face, text: BOX, written: cluster, rightToLeft: undefined }
  const script = Object.entries(RIGHT_TO_LEFT).find(([, pattern]) => pattern.test(cluster))
  return { face, text: cluster, written: cluster, rightToLeft: script?.[0] }
}

const faceOf = (cluster: string, faces: readonly Face[]): Face | undefined =>
  faces.find(({ font }) => hasAll(font, cluster))

const hasAll = (font: Face['font'], cluster: string): boolean =>
  [...cluster].every((character) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0))

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

function toRun(joined: Piece): Run {
  const piece = { ...joined, text: joined.text.replace(ARABIC_NUMBER, reverse) }
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
const widthOf = ({ face, text, rightToLeft }: Piece): number =>
  (rightToLeft === undefined ? (text.match(/[^ ]* |[^ ]+/g) ?? []) : [text])
    .map((word) => wordWidth(face, word))
    .reduce((sum, width) => sum + width, 0)

function wordWidth({ name, font }: Face, word: string): number {
  const key = `${name} ${word}`
  const width = widths.get(key) ?? font.layout(word, []).advanceWidth / font.unitsPerEm
  widths.set(key, width)
  return width
}
