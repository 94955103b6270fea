import { type ReactNode, useState } from 'react'
import { formatCount } from '#kit/count-text.ts'
import { formatTotal } from '#kit/money.ts'
import { Button } from '#kit/ui/button.tsx'
import { classNames } from '#kit/ui/class-names.ts'
import { CheckboxField } from '#kit/ui/field.tsx'
import { CloseIcon } from '#kit/ui/icons.tsx'
import { addRows } from './add-rows.ts'
import { FileButton, useListFile } from './pad-file.tsx'
import { PadHelp } from './pad-help.tsx'
import { PadRow } from './pad-row.tsx'
import { appendText, withoutLines } from './pad-text.ts'
import { QuoteFailure } from './quote-failure.tsx'
import { linesText, repairsText, sumUp } from './repairs.ts'
import { usePad } from './use-pad.ts'
import { usePaste } from './use-paste.ts'

type PadProps = {
  /** Closes the pad; undefined when it cannot be closed. */
  onClose: (() => void) | undefined
  /** Nothing is left in the text. */
  onAllAdded: () => void
}

/** The id of the text area. */
export const PAD_ID = 'pad'

const HINT_ID = 'pad-hint'

/** A pasted list: the text beside what was understood of it, line by line, with its repairs. */
export function Pad({ onClose, onAllAdded }: PadProps) {
  const pad = usePad()
  const { area, text, rows, read } = pad
  const append = (added: string) => pad.write(appendText(area.current?.value ?? '', added))
  const file = useListFile(append)
  usePaste(append)
  return (
    <section
      aria-labelledby="pad-title"
      className={classNames('pad', file.isOver && 'file-over')}
      {...file.target}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="pad-title" className="text-lg">
          Paste a list
        </h2>
        <div className="flex items-center gap-2">
          <FileButton onChoose={file.onChoose} />
          {onClose && (
            <button type="button" aria-label="Close the list" className="icon-button" onClick={onClose}>
              <CloseIcon />
            </button>
          )}
        </div>
      </div>
      <div className="pad-columns">
        <div className="min-w-0">
          <label htmlFor={PAD_ID} className="mb-1 block font-medium text-sm">
            Part numbers and quantities
          </label>
          <textarea
            id={PAD_ID}
            ref={area}
            rows={Math.min(Math.max(rows.length + 2, 9), 20)}
            spellCheck={false}
            autoComplete="off"
            autoCapitalize="off"
            aria-describedby={HINT_ID}
            placeholder={'HX-933-M8-40\t500\nSC-912-M6-20; 1,000\n200 x BB-608-2RS'}
            onChange={read}
            className="pad-text"
          />
          <p id={HINT_ID} className="mt-1 text-muted text-sm">
            One part in each line. You can also drop a CSV file here.
          </p>
          {file.problem && (
            <p role="alert" className="mt-1 text-bad text-sm">
              {file.problem}
            </p>
          )}
        </div>
        {text.trim() === '' ? <PadHelp /> : <Understood pad={pad} onAllAdded={onAllAdded} />}
      </div>
    </section>
  )
}

type UnderstoodProps = { pad: ReturnType<typeof usePad> } & Pick<PadProps, 'onAllAdded'>

/** The lines as they were read, and what can be done with all of them. */
function Understood({ pad, onAllAdded }: UnderstoodProps) {
  const { rows, quoted, isSettled, list, unread } = pad
  const [isFiltered, setIsFiltered] = useState(false)
  const [repaired, setRepaired] = useState<{ before: string; after: string; note: string }>()
  const found = rows.flatMap(({ line, isMerged }) => (line && !isMerged ? [line] : []))
  const sum = sumUp(found)
  const isNoted = repaired !== undefined && repaired.after === pad.text
  const repairAll = () => {
    const before = pad.text
    const repairs = pad.repairAll()
    setRepaired({ before, after: pad.area.current?.value ?? '', note: repairsText(repairs) })
  }
  const shown = isFiltered && sum.wrong.length > 0 ? rows.filter(isWrong) : rows
  return (
    <div className="min-w-0">
      <div className="mb-2 grid gap-2">
        <p className="font-medium text-sm">
          {isSettled ? understoodText(sum) : `Reading ${linesText(rows.length)} …`}
        </p>
        {quoted.error !== undefined && <QuoteFailure quoted={quoted} what="list" />}
        {unread > 0 && (
          <p className="text-sm text-wait">
            {`Only the first ${linesText(rows.length)} are read at once. The other ${formatCount(unread)} stay in the text and follow when these are in the cart.`}
          </p>
        )}
        {isNoted && <Note onUndo={() => pad.write(repaired.before)}>{`Repaired: ${repaired.note}`}</Note>}
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          {sum.repairable.length > 0 && (
            <Button onClick={repairAll}>
              {`Fix all that can be fixed (${formatCount(sum.repairable.length)})`}
            </Button>
          )}
          <AddButton pad={pad} sum={sum} onAllAdded={onAllAdded} />
        </div>
        {sum.wrong.length > 0 && rows.length > 10 && (
          <CheckboxField
            label="Only lines with problems"
            checked={isFiltered}
            onChange={({ target }) => setIsFiltered(target.checked)}
          />
        )}
      </div>
      <ol
        ref={list}
        aria-label="Lines as they were read"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls needs the focus for the arrow keys.
        tabIndex={0}
        className="pad-rows"
      >
        {shown.map((row) => (
          <PadRow key={row.key} row={row} isSettled={isSettled} onRepair={pad.repairRow} />
        ))}
      </ol>
      <p role="status" className="sr-only">
        {isSettled && understoodText(sum)}
      </p>
    </div>
  )
}

const isWrong = ({ line, isMerged }: ReturnType<typeof usePad>['rows'][number]): boolean =>
  !isMerged && line?.problem !== undefined

function understoodText({ wrong, right, rightTotal }: ReturnType<typeof sumUp>): string {
  if (wrong.length === 0) return `${linesText(right.length)}, ${formatTotal(rightTotal)}. All can be ordered.`
  const good = right.length === 0 ? '' : `${linesText(right.length)} can be ordered, `
  return `${good}${linesText(wrong.length)} ${wrong.length === 1 ? 'needs' : 'need'} a look.`
}

function Note({ onUndo, children }: { onUndo: () => void; children: ReactNode }) {
  return (
    <p role="status" className="flex flex-wrap items-center gap-x-2 text-good text-sm">
      <span>{children}</span>
      <Button variant="quiet" size="sm" onClick={onUndo}>
        Undo
      </Button>
    </p>
  )
}

type AddButtonProps = UnderstoodProps & { sum: ReturnType<typeof sumUp> }

/** Puts the right lines into the cart; the others stay in the text. */
function AddButton({ pad, sum: { right, wrong, repairable, rightTotal }, onAllAdded }: AddButtonProps) {
  const add = () => {
    const rest = withoutLines(pad.text, addRows(pad.rows))
    pad.write(rest)
    if (rest === '') onAllAdded()
  }
  if (right.length === 0) return null
  const lines = linesText(right.length)
  return (
    <Button variant={repairable.length > 0 ? 'secondary' : 'primary'} disabled={!pad.isSettled} onClick={add}>
      {wrong.length === 0
        ? `Add ${lines} to the cart · ${formatTotal(rightTotal)}`
        : `Add ${lines}, keep ${formatCount(wrong.length)} here`}
    </Button>
  )
}
