import { foldText } from '#kit/text/fold-text.ts'

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
