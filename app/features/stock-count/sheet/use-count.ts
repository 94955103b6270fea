import { useEffect, useState } from 'react'
import { signOutIfForbidden } from '#features/accounts/components.tsx'
import type { ProblemError } from '#kit/browser/client.ts'
import { keepInTab, readInTab } from '#kit/browser/tab-storage.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { isRefusedBy } from '#kit/ui/form/refused-by.ts'
import { notifyUndo, useUndone } from '#kit/ui/overlay/undo-toast.tsx'
import { fetchStocks, saveCount } from '../client.ts'
import { stockCountRefusals } from '../refusals.ts'
import type { CountedPart, PresentStock } from '../schema.ts'
import { type CountRow, countsOf, heldOf, withPresent } from './count-rows.ts'

/** What was typed by part, with the stock that was seen then: the tab keeps it over a reload. */
const KEY = 'stock count'

type Kept = Pick<CountRow, 'typed'> & Pick<CountedPart, 'forSale' | 'held' | 'onHand'>

const isKept = (value: Partial<Kept> | null): value is Kept =>
  typeof value?.typed === 'string' &&
  [value.forSale, value.onHand, value.held?.unpaid, value.held?.paid].every(Number.isInteger)

/** What was seen before a reload is compared with what there is now, as the shop does it when a count is saved. */
function rowsOf(parts: readonly CountedPart[]): readonly CountRow[] {
  const kept = Object(readInTab(KEY)) as Readonly<Record<string, Partial<Kept> | null>>
  return parts.map((part) => {
    const own = Object.hasOwn(kept, part._id) ? (kept[part._id] ?? null) : null
    if (!isKept(own)) return { part, typed: '' }
    const { typed, forSale, held, onHand } = own
    const isSame = forSale === part.forSale && heldOf(own) === heldOf(part)
    return { part, typed, ...(!isSame && { before: { ...part, forSale, held, onHand } }) }
  })
}

const keptOf = ({ typed, part, before }: CountRow): Kept => {
  const { forSale, held, onHand } = before ?? part
  return { typed, forSale, held, onHand }
}

/** The sheet of parts that are counted: what is typed, and how it is saved. */
export function useCount(parts: readonly CountedPart[]) {
  const [rows, setRows] = useState(() => rowsOf(parts))
  const refresh = async () => {
    const now = await fetchStocks(rows.map(({ part }) => part._id)).catch(() => [])
    const present = new Map(now.map((part) => [part._id, part]))
    // What is being counted keeps what was seen: the shop compares it.
    setRows((all) =>
      all.map((row) => (row.typed ? row : { ...row, part: present.get(row.part._id) ?? row.part })),
    )
  }
  useEffect(() => {
    const typed = rows.flatMap((row) => (row.typed ? [[row.part._id, keptOf(row)] as const] : []))
    keepInTab(KEY, typed.length > 0 ? Object.fromEntries(typed) : undefined)
  }, [rows])
  useUndone(() => void refresh())

  const change = (id: string, changes: Partial<CountRow>) =>
    setRows((all) => all.map((row) => (row.part._id === id ? { ...row, ...changes } : row)))

  const save = async (reason: string): Promise<void> => {
    const counted = countsOf(rows)
    try {
      const { _id, parts: saved } = await saveCount({ reason, parts: [...counted] })
      const ids = new Set(saved.map(({ productId }) => productId))
      setRows((all) => all.map((row) => (ids.has(row.part._id) ? afterCount(row, saved) : row)))
      notifyUndo({
        text: `${formatCount(saved.length)} ${saved.length === 1 ? 'stock' : 'stocks'} counted`,
        calls: [{ method: 'POST', path: `/api/stock-count/${_id}/undo` }],
      })
    } catch (error) {
      if (signOutIfForbidden(error)) return
      if (isRefusedBy(error, stockCountRefusals.stockChanged, stockCountRefusals.belowHeld))
        setRows((all) => withPresent(all, presentIn(error)))
      throw error
    }
  }
  return { rows, change, save }
}

const presentIn = (error: ProblemError): readonly PresentStock[] =>
  (error.extras.parts as readonly PresentStock[] | undefined) ?? []

type Saved = Awaited<ReturnType<typeof saveCount>>['parts']

/** On hand is what is for sale and what orders hold, also when some of that is missing. */
function afterCount({ part }: CountRow, saved: Saved): CountRow {
  const forSale = saved.find(({ productId }) => productId === part._id)?.forSale.to ?? part.forSale
  return { part: { ...part, forSale, onHand: forSale + heldOf(part) }, typed: '' }
}
