import { useState } from 'react'
import { MAXIMUM_QUOTE_BYTES } from '#features/quote/limits.ts'
import { decodeText } from '#kit/text/decode-text.ts'
import { type FileDrop, useFileDrop } from '#kit/ui/form/use-file-drop.ts'

const PROBLEMS = {
  spreadsheet: 'This is a spreadsheet. Save it as CSV, or copy its cells and paste them.',
  pdf: 'This is a PDF. Copy its lines and paste them.',
  binary: 'This file has no text.',
} as const

/** UTF-16 has two bytes for each character. */
const LARGEST_FILE = 2 * MAXIMUM_QUOTE_BYTES + 2

/** Reads a text file that is dropped or chosen; `problem` says why the last one was not read. */
export function useListFile(
  onText: (text: string) => void,
): FileDrop & { readonly problem: string | undefined } {
  const [problem, setProblem] = useState<string>()
  const drop = useFileDrop(async (file) => {
    const decoded = await readListFile(file)
    setProblem('text' in decoded ? undefined : decoded.problem)
    if ('text' in decoded) onText(decoded.text)
  })
  return { ...drop, problem }
}

async function readListFile(file: File): Promise<{ text: string } | { problem: string }> {
  if (file.size > LARGEST_FILE) return { problem: 'The file is too large: a list has at most 100 kB.' }
  try {
    const decoded = decodeText(new Uint8Array(await file.arrayBuffer()))
    return 'text' in decoded ? decoded : { problem: PROBLEMS[decoded.problem] }
  } catch {
    return { problem: 'The file could not be read.' }
  }
}
