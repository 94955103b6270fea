import { useEffect, useState } from 'react'
import { currentSession } from '#features/accounts/browser-session.ts'
import { signOutIfForbidden } from '#features/accounts/components.tsx'
import type { Product } from '#features/catalog/schema.ts'
import { problemText } from '#kit/browser/client.ts'
import { keep, readKept } from '#kit/browser/kept-drafts.ts'
import type { PagedList } from '#kit/browser/paged-list.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { notify } from '#kit/ui/overlay/toaster.tsx'
import type { ColumnName } from './cells.ts'
import { isUnanswered, saveChanges } from './save-sheet.ts'
import {
  type CellChange,
  type CellPlace,
  changedText,
  changesOf,
  draftsOf,
  fillPrices,
  keepTyped,
  markSent,
  pasteAt,
  readPasted,
  requestsOf,
  reversed,
  type SheetDrafts,
  sheetOf,
  typeInto,
  withoutPrices,
  withValues,
} from './sheet-drafts.ts'

/** The reason that the history says for a stock that is as before. */
const UNDO_REASON = 'Undone'

const KEY = 'prices and stocks'

/** Why cells were not saved, by the key of the cell. */
type Problems = Readonly<Record<string, string>>

export const cellKey = (productId: string, column: ColumnName): string => `${column} of ${productId}`

/**
 * The typed prices and stocks of a list of products. They are kept as drafts of the account until they are saved or
 * discarded, over a reload and for products that the list does not show now.
 */
export function useSheet(list: PagedList<Product>) {
  const [drafts, setDrafts] = useState(readSheet)
  const [discarded, setDiscarded] = useState<SheetDrafts>()
  const [isUndone, setIsUndone] = useState(false)
  const products = list.shown?.rows ?? []
  const current = new Map(products.map((product) => [product._id, product]))
  useEffect(() => keepSheet(drafts), [drafts])
  const update = (change: (before: SheetDrafts) => SheetDrafts) => {
    setDiscarded(undefined)
    setDrafts(change)
  }
  const edit = (change: (before: SheetDrafts) => SheetDrafts) => {
    forgetSaved()
    update(change)
  }
  const { problems, forget, progress, save, saved, forgetSaved } = useSaving(list, current, update)
  const type = (product: Product, column: ColumnName, text: string | undefined) => {
    forget(cellKey(product._id, column))
    edit((before) => typeInto(before, product, column, text))
  }
  return {
    drafts,
    ...changesOf(drafts, current),
    /** How many products with drafts the list does not show. */
    unseen: Object.keys(drafts).filter((id) => !current.has(id)).length,
    problems,
    progress,
    type,
    keepTyped: (product: Product, column: ColumnName) => edit((before) => keepTyped(before, product, column)),
    /** Fills cells from a copied column; says how many texts found no cell. */
    paste: (place: CellPlace, text: string) => {
      const { drafts: filled, leftOut } = pasteAt(drafts, products, place, readPasted(text))
      edit(() => filled)
      if (leftOut > 0)
        notify.error(
          `${formatCount(leftOut)} of the pasted values are left out: the list has no more cells there.`,
        )
    },
    /** Types a formula over price breaks of products. */
    fill: (chosen: readonly Product[], formula: string, columns?: readonly ColumnName[]) =>
      edit((before) => fillPrices(before, chosen, formula, columns).drafts),
    save: (reason: string) => {
      setIsUndone(false)
      void save(changesOf(drafts, current).changes, reason)
    },
    /** The typed prices of these products are planned for a day: they are no longer to be saved. */
    planned: (productIds: readonly string[]) => edit((before) => withoutPrices(before, productIds)),
    /** What was saved last, until something is typed; what undoes it. */
    saved,
    /** Whether what was saved last undid what was saved before. */
    isUndone,
    undo: () => {
      setIsUndone(!isUndone)
      const changes = reversed(saved, current)
      edit((before) => ({ ...before, ...draftsOf(changes) }))
      void save(changes, UNDO_REASON)
    },
    discard: () => {
      forgetSaved()
      setDiscarded(drafts)
      setDrafts({})
    },
    bringBack: discarded && (() => update(() => discarded)),
  }
}

export type Sheet = ReturnType<typeof useSheet>

function readSheet(): SheetDrafts {
  const session = currentSession()
  return sheetOf(session && readKept(session.email, KEY))
}

function keepSheet(drafts: SheetDrafts): void {
  const session = currentSession()
  if (session) keep(session.email, KEY, Object.keys(drafts).length > 0 ? drafts : undefined)
}

/** Saves one product after the other. It stops when the shop cannot be reached; the drafts of what is not saved stay. */
function useSaving(
  list: PagedList<Product>,
  current: ReadonlyMap<string, Product>,
  update: (change: (before: SheetDrafts) => SheetDrafts) => void,
) {
  const [problems, setProblems] = useState<Problems>({})
  const [saved, setSaved] = useState<readonly CellChange[]>([])
  const [progress, setProgress] = useState<{ done: number; total: number }>()
  const known = new Map(current)

  const saveOne = async (
    changes: readonly [CellChange, ...CellChange[]],
    reason: string,
  ): Promise<boolean> => {
    const [change] = changes
    const { product } = change
    update((before) => withValues(before, changes))
    const onSend = (revision: number) => update((before) => markSent(before, change, revision))
    const result = await saveChanges(changes, known.get(product._id), { reason, onSend })
    if (result.outcome === 'refused') {
      // This request was not saved; an earlier one that had no answer may be.
      update((before) => markSent(before, change, change.sent))
      setProblems((before) => ({ ...before, ...problemsOf(changes, result.problem) }))
      return false
    }
    const { product: present } = result
    if (present) {
      known.set(present._id, present)
      list.change((rows) => rows.map((row) => (row._id === present._id ? present : row)))
    }
    if (result.outcome === 'overwritten') return false
    update((before) =>
      changes.reduce((drafts, { column }) => typeInto(drafts, product, column, undefined), before),
    )
    return true
  }

  const save = async (changes: readonly CellChange[], reason: string) => {
    const done: CellChange[] = []
    let sent: CellChange | undefined
    setProblems({})
    setSaved([])
    try {
      for (const request of requestsOf(changes)) {
        setProgress({ done: done.length, total: changes.length })
        sent = request[0]
        if (await saveOne(request, reason)) done.push(...request)
      }
      if (done.length < changes.length)
        notify.error(
          `${changedText(changes.filter((change) => !done.includes(change)))} not saved: see the table.`,
        )
    } catch (error) {
      if (!signOutIfForbidden(error)) notify.error(problemText(error))
      if (sent?.column === 'stock' && isUnanswered(error)) setProblems(problemsOf([sent], LOST_ANSWER))
    }
    if (done.length > 0) notify.success(`${changedText(done)} changed`)
    setSaved(done.map((change) => ({ ...change, product: known.get(change.product._id) ?? change.product })))
    setProgress(undefined)
    await list.refresh()
  }
  return {
    problems,
    forget: (key: string) => setProblems(({ [key]: _, ...others }) => others),
    progress,
    save,
    saved,
    forgetSaved: () => setSaved([]),
  }
}

const problemsOf = (changes: readonly CellChange[], problem: string): Problems =>
  Object.fromEntries(changes.map(({ product, column }) => [cellKey(product._id, column), problem]))

const LOST_ANSWER =
  'The answer was lost, so this may be saved already. If you save it again, it counts only once.'
