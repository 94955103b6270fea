import { useState } from 'react'
import type { CartLine } from '#features/cart/cart-store.ts'
import { appendText, QUICK_ORDER_ID, readPastedText, writePastedText } from '#features/cart/pasted-text.ts'
import type { Ask } from '#features/quote/use-quote.ts'
import { FileButton } from '#kit/ui/form/file-button.tsx'
import { type FileDrop, useFileDrop } from '#kit/ui/form/use-file-drop.ts'
import { classNames } from '#kit/ui/mark/class-names.ts'
import { CloseIcon } from '#kit/ui/mark/icons.tsx'
import { CodeFailure } from '#kit/ui/page/code-failure.tsx'
import { useCode } from '#kit/ui/page/use-code.ts'
import type { readListFile } from './list/read-list-file.ts'
import { type KeptText, useListField } from './list/use-list-field.ts'
import { usePaste } from './use-paste.ts'

/** What a list comes to: its right lines, each part once, and how many others are in it. */
export interface ReadList {
  readonly lines: readonly CartLine[]
  readonly wrong: number
}

type QuickOrderProps = {
  /** Closes it; undefined when it cannot be closed. */
  onClose?: (() => void) | undefined
  /** Nothing is left in the text. */
  onAllAdded?: () => void
  /** Where the text is kept, unless it is that of the cart. */
  kept?: KeptText
  /** Takes the lines instead of the cart, as they change; undefined while they are read. */
  onRead?: (list: ReadList | undefined) => void
  /** Asks for the prices of somebody else. It must not change. */
  ask?: Ask
}

const OF_CART: KeptText = { read: readPastedText, write: writePastedText }

const HINT_ID = 'quick-order-hint'

/** Loaded with the first text. */
const loadLines = async () => (await import('./list/list-rows.tsx')).ListRows

/** A pasted list: the text beside what was understood of it, line by line, with its repairs. */
export function QuickOrder({ onClose, onAllAdded, kept = OF_CART, onRead, ask }: QuickOrderProps) {
  const field = useListField(kept)
  const { area, text, read } = field
  const isEmpty = text.trim() === ''
  const lines = useCode(!isEmpty, loadLines)
  const append = (added: string) => field.write(appendText(area.current?.value ?? '', added))
  const file = useListFile(append)
  usePaste(append)
  return (
    <section
      aria-labelledby="quick-order-title"
      className={classNames('quick-order', file.isOver && 'file-over')}
      {...file.target}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="quick-order-title" className="text-lg">
          Paste a list
        </h2>
        <div className="flex items-center gap-2">
          <FileButton
            onChoose={file.onChoose}
            label="Open a file"
            accept=".csv,.tsv,.txt,.xlsx,text/*"
            size="sm"
          />
          {onClose && (
            <button type="button" aria-label="Close the list" className="icon-button" onClick={onClose}>
              <CloseIcon />
            </button>
          )}
        </div>
      </div>
      <div className="quick-order-columns">
        <div className="min-w-0">
          <label htmlFor={QUICK_ORDER_ID} className="mb-1 block font-medium text-sm">
            Part numbers and quantities
          </label>
          <textarea
            id={QUICK_ORDER_ID}
            ref={area}
            rows={Math.min(Math.max(text.split('\n', 20).length + 2, 9), 20)}
            spellCheck={false}
            autoComplete="off"
            autoCapitalize="off"
            aria-describedby={HINT_ID}
            placeholder={'HX-933-M8-40\t500\nSC-912-M6-20; 1,000\n200 x BB-608-2RS'}
            onChange={read}
            className="quick-order-text"
          />
          <p id={HINT_ID} className="mt-1 text-muted text-sm">
            One part per line. You can also drop an Excel or CSV file here.
          </p>
          <FileNotes {...file} />
        </div>
        {isEmpty || !lines.part ? (
          <QuickOrderHelp />
        ) : (
          <lines.part field={field} onAllAdded={onAllAdded} onRead={onRead} ask={ask} />
        )}
        {lines.hasFailed && <CodeFailure title="The lines could not be read" code={lines} />}
      </div>
    </section>
  )
}

/** How lines may look; each is read as 1,000 pieces of the part. */
const EXAMPLES = [
  'HX-933-M8-40  1000',
  '1,000 x hx-933-m8-40',
  'HX-933-M8-40; Screw M8; 1.000 pcs',
  'HX-933-M8-40, 1k',
]

/** Stands where the lines will, until there is a text. */
const QuickOrderHelp = () => (
  <div className="quick-order-help">
    <p className="font-medium text-sm">Paste it as it is: from a mail, a spreadsheet or a PDF.</p>
    <p className="mt-2 text-muted text-sm">These all mean 1,000 pieces of HX-933-M8-40:</p>
    <ul className="mt-1 grid gap-1">
      {EXAMPLES.map((example) => (
        <li key={example} className="truncate font-mono text-[0.8125rem]">
          {example}
        </li>
      ))}
    </ul>
    <p className="mt-3 text-muted text-sm">
      What is not clear, too few or not in stock is shown beside its line, with what to do about it.
    </p>
  </div>
)

/** What is said of the last file: why it was not read, or what of it was not. */
interface SaidOfFile {
  readonly problem?: string
  readonly note?: string
}

const FileNotes = ({ problem, note }: SaidOfFile) => (
  <>
    {problem && (
      <p role="alert" className="mt-1 text-bad text-sm">
        {problem}
      </p>
    )}
    {note && (
      <p role="status" className="mt-1 text-sm text-wait">
        {note}
      </p>
    )}
  </>
)

/** Reads a file that is dropped or chosen. */
function useListFile(onText: (text: string) => void): FileDrop & SaidOfFile {
  const [said, setSaid] = useState<SaidOfFile>({})
  const drop = useFileDrop(async (file) => {
    const read = await readFile(file)
    setSaid(read)
    if ('text' in read) onText(read.text)
  })
  return { ...drop, ...said }
}

/** How a file is read is loaded with the first one. */
async function readFile(file: File): ReturnType<typeof readListFile> {
  try {
    return await (await import('./list/read-list-file.ts')).readListFile(file)
  } catch {
    return { problem: 'The file could not be read.' }
  }
}
