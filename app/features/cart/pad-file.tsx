import { type ChangeEvent, type DragEvent, useId, useState } from 'react'
import { MAXIMUM_QUOTE_BYTES } from '#features/quote/quote-limits.ts'
import { decodeText } from '#kit/decode-text.ts'
import { buttonClasses } from '#kit/ui/button.tsx'
import { classNames } from '#kit/ui/class-names.ts'

const PROBLEMS = {
  spreadsheet: 'This is a spreadsheet. Save it as CSV, or copy its cells and paste them.',
  pdf: 'This is a PDF. Copy its lines and paste them.',
  binary: 'This file has no text.',
} as const

/** UTF-16 has two bytes for each character. */
const LARGEST_FILE = 2 * MAXIMUM_QUOTE_BYTES + 2

interface ListFile {
  /** Why the last file was not read. */
  readonly problem: string | undefined
  /** A file is held over the element that has `target`. */
  readonly isOver: boolean
  readonly target: {
    onDragOver(event: DragEvent): void
    onDragLeave(event: DragEvent): void
    onDrop(event: DragEvent): void
  }
  onChoose(event: ChangeEvent<HTMLInputElement>): void
}

/** Reads a text file that is dropped or chosen. */
export function useListFile(onText: (text: string) => void): ListFile {
  const [problem, setProblem] = useState<string>()
  const [isOver, setIsOver] = useState(false)
  const read = async (file: File | undefined) => {
    if (!file) return
    const decoded = await readListFile(file)
    setProblem('text' in decoded ? undefined : decoded.problem)
    if ('text' in decoded) onText(decoded.text)
  }
  const hasFile = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')
  return {
    problem,
    isOver,
    target: {
      onDragOver: (event) => {
        if (!hasFile(event)) return
        event.preventDefault()
        setIsOver(true)
      },
      onDragLeave: ({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setIsOver(false)
      },
      onDrop: (event) => {
        setIsOver(false)
        if (!hasFile(event)) return
        event.preventDefault()
        void read(event.dataTransfer.files[0])
      },
    },
    onChoose: ({ target }) => {
      void read(target.files?.[0])
      // The same file can be chosen again after it was changed.
      target.value = ''
    },
  }
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

/** A button that opens a file. */
export function FileButton({ onChoose }: Pick<ListFile, 'onChoose'>) {
  const id = useId()
  return (
    <span className="inline-grid noscript:hidden">
      <input
        id={id}
        type="file"
        accept=".csv,.tsv,.txt,text/*"
        className="peer sr-only"
        onChange={onChoose}
      />
      <label
        htmlFor={id}
        className={classNames(
          buttonClasses({ variant: 'secondary', size: 'sm' }),
          'peer-focus-visible:outline-2 peer-focus-visible:outline-link peer-focus-visible:outline-offset-2',
        )}
      >
        Open a CSV file
      </label>
    </span>
  )
}
