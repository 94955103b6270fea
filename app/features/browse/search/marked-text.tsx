import { foldText } from '#kit/text/fold-text.ts'
import { unbrokenRuns } from '#kit/text/unbroken-runs.ts'

/** A text with the words of a search marked; no line ends within a size or a part number. */
export function MarkedText({ text, search }: { text: string; search: string }) {
  const parts = markWords(text, search)
  let start = 0
  const runs = unbrokenRuns(text).map((run, index) => {
    const marked = partsWithin(parts, start, start + run.text.length).map(markedPart)
    start += run.text.length
    return run.isUnbroken ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other key.
      <span key={index} className="whitespace-nowrap">
        {marked}
      </span>
    ) : (
      marked
    )
  })
  // One element, since each run would be an item of its own in a flexible box.
  return <span>{runs}</span>
}

const markedPart = ({ text, isMarked }: TextPart, index: number) =>
  isMarked ? <mark key={index}>{text}</mark> : text

/** The parts between two positions of the text, cut there. */
function partsWithin(parts: readonly TextPart[], from: number, to: number): TextPart[] {
  let start = 0
  return parts.flatMap((part) => {
    const text = part.text.slice(Math.max(0, from - start), Math.max(0, to - start))
    start += part.text.length
    return text === '' ? [] : [{ ...part, text }]
  })
}

/** A part of a text; `isMarked` when it matches the search. */
export interface TextPart {
  readonly text: string
  readonly isMarked: boolean
}

/**
 * Splits a text at the words of a search, to mark them. Spaces, dashes and points between letters and digits are ignored,
 * so that `m8x40` marks "M8 × 40"; a match begins where a word or a number begins.
 */
export function markWords(text: string, search: string): TextPart[] {
  const characters = foldCharacters(text)
  const marked = new Set<number>()
  // All words together first: the "x" of "m8 x 40" is no word of its own.
  const isWhole = mark(characters, fold(search), marked)
  if (!isWhole) for (const word of search.split(/\s+/)) mark(characters, fold(word), marked)
  const parts: TextPart[] = []
  for (const [index, character] of [...text].entries()) {
    const isMarked = marked.has(index)
    const before = parts.at(-1)?.isMarked === isMarked ? (parts.pop()?.text ?? '') : ''
    parts.push({ text: before + character, isMarked })
  }
  return parts
}

/** A letter or digit of the text, folded, with its index. */
interface FoldedCharacter {
  readonly folded: string
  readonly index: number
  /** Whether a word or a number begins here. */
  readonly isStart: boolean
}

const fold = (text: string): string =>
  foldText(text)
    .replaceAll('×', 'x')
    .replace(/[^\p{L}\p{N}]/gu, '')

function foldCharacters(text: string): FoldedCharacter[] {
  const all = [...text].map(fold)
  return all.flatMap((folded, index) => {
    const before = all[index - 1] ?? ''
    const isStart = before === '' || /\d/.test(before) !== /\d/.test(folded)
    return folded.split('').map((each) => ({ folded: each, index, isStart }))
  })
}

/** Marks every place of the word, with the characters between its letters; false when there is none. */
function mark(characters: readonly FoldedCharacter[], word: string, marked: Set<number>): boolean {
  if (!word) return false
  const all = characters.map(({ folded }) => folded).join('')
  let isFound = false
  for (let at = all.indexOf(word); at !== -1; at = all.indexOf(word, at + 1)) {
    const [first, last] = [characters[at], characters[at + word.length - 1]]
    if (!first?.isStart || !last) continue
    isFound = true
    for (let index = first.index; index <= last.index; index += 1) marked.add(index)
  }
  return isFound
}
