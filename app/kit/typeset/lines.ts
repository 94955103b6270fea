import { unbrokenRuns } from '#kit/text/unbroken-runs.ts'
import type { Face } from './faces.ts'
import { cleanLine, cleanText, clustersOf, type Run, runsOf } from './runs.ts'

/** One set line. */
export interface Line {
  readonly runs: readonly Run[]
  /** In ems. */
  readonly width: number
}

interface Measure {
  readonly faces: readonly Face[]
  /** In ems. */
  readonly width: number
  /** The last of these lines ends with an ellipsis when there is more text. */
  readonly maximumLines?: number | undefined
}

/** The text on one line, however wide. */
export const setLine = (text: string, faces: readonly Face[]): Line => toLine(cleanLine(text), faces)

/**
 * Sets a text in lines no wider than `width`. They end at spaces, but not within a standard or a size as long as a line has room
 * for it, and inside a word that is wider than a line. Breaks of the text stay.
 */
export function setLines(text: string, { faces, width, maximumLines = Infinity }: Measure): Line[] {
  const widthOf = (word: string): number => toLine(word, faces).width
  const lines = cleanText(text)
    .split('\n')
    .flatMap((paragraph) => breakParagraph(paragraph.trim(), width, widthOf))
  if (lines.length <= maximumLines) return lines.map((line) => toLine(line, faces))
  const shown = lines.slice(0, maximumLines)
  const last = clustersOf(shown.pop() ?? '')
  while (last.length > 0 && toLine(`${last.join('')}…`, faces).width > width) last.pop()
  return [...shown, `${last.join('').trimEnd()}…`].map((line) => toLine(line, faces))
}

function breakParagraph(text: string, width: number, widthOf: (word: string) => number): string[] {
  const space = widthOf(' ')
  const lines: string[] = []
  let line: string[] = []
  let used = 0
  for (const word of wordsOf(text, width, widthOf).flatMap((each) => breakWord(each, width, widthOf))) {
    const wide = widthOf(word)
    if (line.length > 0 && used + space + wide > width) {
      lines.push(line.join(' '))
      line = []
    }
    used = line.length === 0 ? wide : used + space + wide
    line.push(word)
  }
  return [...lines, line.join(' ')]
}

/** No-break spaces, while words are divided: the text has none of them. */
const GLUE = '\u0000'

/** The words of a text; "DIN 933" and "M8 × 40" are one each, unless a line is narrower. */
function wordsOf(text: string, width: number, widthOf: (word: string) => number): string[] {
  const glued = unbrokenRuns(text).map((run) => (run.isUnbroken ? run.text.replaceAll(' ', GLUE) : run.text))
  return glued
    .join('')
    .split(/ +/)
    .flatMap((part) => {
      const words = part.replaceAll(GLUE, ' ')
      return widthOf(words) > width ? words.split(' ') : [words]
    })
}

/** The word, or its pieces when it is wider than a line. */
function breakWord(word: string, width: number, widthOf: (word: string) => number): string[] {
  if (widthOf(word) <= width) return [word]
  const pieces: string[] = []
  let piece = ''
  let used = 0
  for (const cluster of clustersOf(word)) {
    const wide = widthOf(cluster)
    if (piece !== '' && used + wide > width) {
      pieces.push(piece)
      piece = ''
      used = 0
    }
    piece += cluster
    used += wide
  }
  return [...pieces, piece]
}

function toLine(text: string, faces: readonly Face[]): Line {
  const runs = runsOf(text, faces)
  return { runs, width: runs.reduce((sum, run) => sum + run.width, 0) }
}
