import { unbrokenRuns } from '#kit/text/unbroken-runs.ts'
import { markWords, type TextPart } from './marked-words.ts'

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
