import { markWords } from './marked-words.ts'

/** A text with the words of a search marked. */
export function MarkedText({ text, search }: { text: string; search: string }) {
  return markWords(text, search).map(({ text: part, isMarked }, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other key.
    isMarked ? <mark key={index}>{part}</mark> : part,
  )
}
