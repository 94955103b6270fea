import { useEffect, useMemo, useRef, useState } from 'react'
import { existingCandidate, partWords } from '#features/quote/read-lines.ts'
import { isKnown, withQuantity } from '#features/quote/repairs.ts'
import type { QuoteLine } from '#features/quote/schema.ts'
import { type Ask, useQuote } from '#features/quote/use-quote.ts'
import { focusRow } from '#kit/ui/list/row-focus.ts'
import {
  matchQuote,
  type PastedLine,
  quotableLines,
  type Replaced,
  readPastedLines,
  repairAll,
  repairedText,
  replacedBy,
  replaceLine,
  tablesOf,
  textOf,
  undoReplacing,
  withPart,
} from './pasted-lines.ts'
import type { ListField } from './use-list-field.ts'

/** What the repair of a row writes instead of it: a part and a quantity, or nothing. */
type RowRepair = { readonly sku: string; readonly quantity?: number | undefined } | undefined

export type RepairRow = (key: string, by: RowRepair | 'as it was') => void

/** What was understood of the pasted list, and its repairs. */
export function useListRows({ area, text, write }: ListField, ask: Ask | undefined) {
  const list = useRef<HTMLOListElement>(null)
  const all = useMemo(() => readPastedLines(text), [text])
  const lines = useMemo(() => quotableLines(all), [all])
  const body = lines.length === 0 ? undefined : JSON.stringify({ text: textOf(lines) })
  const quoted = useQuote(body, undefined, ask)
  const estimate = useEstimate(quoted.quote?.lines)
  const rows = useMemo(
    () => matchQuote(lines, quoted.quote?.lines ?? [], estimate),
    [lines, quoted.quote, estimate],
  )
  // By the texts of the repaired lines.
  const [replaced, setReplaced] = useState<ReadonlyMap<string, Replaced>>(new Map())
  const latest = useRef({ rows, text, replaced })
  const repaired = useRef<number>(undefined)
  useEffect(() => {
    latest.current = { rows, text, replaced }
    // The button that was pressed is gone with the row that it repaired.
    if (repaired.current !== undefined) focusLine(list.current, repaired.current)
    repaired.current = undefined
  }, [rows, text, replaced])
  const repairRow = useRef<RepairRow>((key, by) => {
    const { rows: current, text: before, replaced: known } = latest.current
    const index = current.findIndex((row) => row.key === key)
    const row = current[index]
    // A row that was edited since is no longer there.
    if (!row || area.current?.value !== before) return
    repaired.current = row.index
    if (by === 'as it was') {
      const was = known.get(row.text)
      if (was) write(undoReplacing(before, row, was))
      return
    }
    const next =
      by && (by.quantity === undefined ? withPart(row, by.sku) : repairedText(by.sku, by.quantity, row.table))
    if (next !== undefined) setReplaced(new Map(known).set(next, replacedBy(row, current)))
    write(replaceLine(before, current, row, next))
  }).current

  return {
    list,
    rows,
    tables: useMemo(() => tablesOf(lines), [lines]),
    /** The lines after those that are read at once. */
    unread: all.length - lines.length,
    quoted,
    /** The shop has answered about exactly these lines. */
    isSettled: quoted.answered === body && quoted.error === undefined,
    repairRow,
    /** What a repair replaced by this row; undefined when none did. */
    replacedBy: ({ key, text: line }: PastedLine) => (key.startsWith('0 ') ? replaced.get(line) : undefined),
    repairAll: () => {
      const all = repairAll(text, rows)
      setReplaced(new Map([...replaced, ...all.replaced]))
      write(all.text)
    },
  }
}

/** Focuses the row of a line of the text; not all lines have one. */
function focusLine(list: HTMLOListElement | null, index: number): void {
  const rows = [...(list?.children ?? [])]
  focusRow(
    list,
    rows.findIndex((row) => row instanceof HTMLElement && Number(row.dataset.line) > index),
  )
}

/** Prices a line that the shop has not seen yet, when it has spoken of the part before. */
function useEstimate(answered: readonly QuoteLine[] | undefined) {
  const [known] = useState(() => new Map<string, QuoteLine>())
  return useMemo(() => {
    for (const line of answered ?? []) if (isKnown(line)) known.set(line.sku.toLowerCase(), line)
    return ({ text, read }: PastedLine): QuoteLine | undefined => {
      const found = existingCandidate(read.candidates, (sku) => known.has(sku.toLowerCase()))
      const part = found && known.get(found.sku.toLowerCase())
      const amount = part && found.amount(partWords(`${part.sku} ${part.product}`))
      if (!part || !amount || !('quantity' in amount)) return undefined
      const { merged: _, ...line } = withQuantity(part, amount.quantity)
      return { ...line, given: text }
    }
  }, [answered, known])
}
