import { type ReactNode, useEffect, useState } from 'react'
import { QuoteFailure } from '#features/quote/quote-failure.tsx'
import { repairsText, sumUp } from '#features/quote/repairs.ts'
import { repairAllText } from '#features/quote/texts.ts'
import type { Ask } from '#features/quote/use-quote.ts'
import { formatTotal } from '#kit/money.ts'
import { formatCount, linesText } from '#kit/text/count-text.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { CheckboxField } from '#kit/ui/form/other-fields.tsx'
import type { ReadList } from '../quick-order.tsx'
import { addRows, withRows } from './add-rows.ts'
import { FoldedLines } from './folded-lines.tsx'
import { ListRow } from './list-row.tsx'
import { type ListRow as Row, withoutLines } from './pasted-lines.ts'
import { TableNotes } from './table-notes.tsx'
import type { ListField } from './use-list-field.ts'
import { useListRows } from './use-list-rows.ts'
import { useNotParts } from './use-not-parts.ts'

type ListRowsProps = {
  field: ListField
  /** Nothing is left in the text. */
  onAllAdded: (() => void) | undefined
  /** Takes the lines instead of the cart. */
  onRead: ((list: ReadList | undefined) => void) | undefined
  ask: Ask | undefined
}

/** The lines as they were read, and what can be done with all of them. */
export function ListRows({ field, onAllAdded, onRead, ask }: ListRowsProps) {
  const listed = useListRows(field, ask)
  const { quoted, isSettled, list, unread, tables } = listed
  const { rows, folded, makeLine } = useNotParts(listed.rows)
  const [isFiltered, setIsFiltered] = useState(false)
  const { note, change } = useNotedChange(field)
  const sum = sumUp(rows.flatMap(({ line, isMerged }) => (line && !isMerged ? [line] : [])))
  useReadList(
    onRead,
    isSettled ? { lines: withRows([], rows).lines, wrong: sum.wrong.length + unread } : undefined,
  )
  const repairAll = () => change(`Fixed: ${repairsText(sum.repairable)}`, listed.repairAll)
  const removeFolded = () =>
    change(`Removed: ${linesText(folded.length)} without a part.`, () =>
      field.write(withoutLines(field.text, folded)),
    )
  const shown = isFiltered && sum.wrong.length > 0 ? rows.filter(isWrong) : rows
  return (
    <div className="min-w-0">
      <div className="mb-2 grid gap-2">
        <p className="font-medium text-sm">
          {isSettled ? understoodText(sum) : waitingText(rows.length, quoted.error !== undefined)}
        </p>
        <TableNotes tables={tables} />
        {quoted.error !== undefined && <QuoteFailure quoted={quoted} what="list" />}
        {unread > 0 && <Unread count={unread} read={rows.length} isOrder={onRead !== undefined} />}
        {note && <Note onUndo={() => field.write(note.before)}>{note.text}</Note>}
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          {sum.repairable.length > 0 && (
            <Button onClick={repairAll}>{repairAllText(sum.repairable.length)}</Button>
          )}
          {!onRead && <AddButton {...{ field, listed, folded, sum, onAllAdded }} />}
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
        className="quick-order-rows"
      >
        {shown.map((row) => (
          <ListRow
            key={row.key}
            row={row}
            isSettled={isSettled}
            onRepair={listed.repairRow}
            replaced={listed.replacedBy(row)}
          />
        ))}
      </ol>
      <FoldedLines rows={folded} onMakeLine={makeLine} onRemove={removeFolded} />
      <p role="status" className="sr-only">
        {isSettled && understoodText(sum)}
      </p>
    </div>
  )
}

type UnreadProps = { count: number; read: number; isOrder: boolean }

/** The lines after those that are read at once. */
const Unread = ({ count, read, isOrder }: UnreadProps) => (
  <p className="text-sm text-wait">
    {`Only the first ${linesText(read)} are read at once. `}
    {isOrder
      ? `An order cannot have the other ${formatCount(count)}.`
      : `The other ${formatCount(count)} stay in the text and follow when these are in the cart.`}
  </p>
)

/** Says what the list comes to, whenever that changes; nothing when its text is gone. */
function useReadList(onRead: ListRowsProps['onRead'], list: ReadList | undefined) {
  const text = JSON.stringify(list)
  useEffect(() => {
    onRead?.(text && JSON.parse(text))
  }, [onRead, text])
  useEffect(() => () => onRead?.({ lines: [], wrong: 0 }), [onRead])
}

/** Changes the text and says how, until it changes again. */
function useNotedChange(field: ListField) {
  const [noted, setNoted] = useState<{ before: string; after: string; text: string }>()
  const change = (text: string, run: () => void) => {
    const before = field.text
    run()
    setNoted({ before, after: field.area.current?.value ?? '', text })
  }
  return { note: noted?.after === field.text ? noted : undefined, change }
}

const waitingText = (lines: number, hasFailed: boolean): string =>
  hasFailed ? `${linesText(lines)}, not checked yet.` : `Reading ${linesText(lines)} …`

const isWrong = ({ line, isMerged }: ReturnType<typeof useListRows>['rows'][number]): boolean =>
  !isMerged && line?.problem !== undefined

function understoodText({ wrong, right, rightTotal }: ReturnType<typeof sumUp>): string {
  if (wrong.length + right.length === 0) return 'No line names a part.'
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

type AddButtonProps = Omit<ListRowsProps, 'onRead' | 'ask'> & {
  listed: ReturnType<typeof useListRows>
  folded: readonly Row[]
  sum: ReturnType<typeof sumUp>
}

/** Puts the right lines into the cart; the others stay in the text. What names no part stays with them, and never alone. */
function AddButton({
  field,
  listed,
  folded,
  sum: { right, wrong, repairable, rightTotal },
  onAllAdded,
}: AddButtonProps) {
  const add = () => {
    const added = addRows(listed.rows)
    const isAllAdded = withoutLines(field.text, [...added, ...folded]) === ''
    const rest = isAllAdded ? '' : withoutLines(field.text, added)
    field.write(rest)
    if (rest === '') onAllAdded?.()
  }
  if (right.length === 0) return null
  const lines = linesText(right.length)
  return (
    <Button
      variant={repairable.length > 0 ? 'secondary' : 'primary'}
      disabled={!listed.isSettled}
      onClick={add}
    >
      {wrong.length === 0
        ? `Add ${lines} to the cart · ${formatTotal(rightTotal)}`
        : `Add ${lines}, keep ${formatCount(wrong.length)} here`}
    </Button>
  )
}
