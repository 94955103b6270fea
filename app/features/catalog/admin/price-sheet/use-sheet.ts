import { useEffect, useState } from 'react'
import { currentSession } from '#features/accounts/browser-session.ts'
import { signOutIfForbidden } from '#features/accounts/components.tsx'
import { problemText } from '#kit/browser/client.ts'
import { readDrafts, writeDrafts } from '#kit/browser/drafts.ts'
import type { PagedList } from '#kit/browser/paged-list.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { notify } from '#kit/ui/overlay/toaster.tsx'
import type { Product } from '../../schema.ts'
import type { ColumnName } from './cells.ts'
import { isUnanswered, saveChange } from './save-sheet.ts'
import {
  type CellChange,
  type CellPlace,
  changedText,
  changesOf,
  keepTyped,
  markSent,
  pasteAt,
  readPasted,
  readSheet,
  type SheetDrafts,
  typeInto,
  writeSheet,
} from './sheet-drafts.ts'

const KEY = 'prices and stocks'

/** Why cells were not saved, by the key of the cell. */
type Problems = Readonly<Record<string, string>>

export const cellKey = (productId: string, column: ColumnName): string => `${column} of ${productId}`

/**
 * The typed prices and stocks of a list of products. They are kept as drafts of the account until they are saved or
 * discarded, over a reload and for products that the list does not show now.
 */
export function useSheet(list: PagedList<Product>) {
  const [drafts, setDrafts] = useState(readKept)
  const [discarded, setDiscarded] = useState<SheetDrafts>()
  const products = list.shown?.rows ?? []
  const current = new Map(products.map((product) => [product._id, product]))
  useEffect(() => keep(drafts), [drafts])
  const update = (change: (before: SheetDrafts) => SheetDrafts) => {
    setDiscarded(undefined)
    setDrafts(change)
  }
  const { problems, forget, progress, save } = useSaving(list, current, update)
  const type = (product: Product, column: ColumnName, text: string | undefined) => {
    forget(cellKey(product._id, column))
    update((before) => typeInto(before, product, column, text))
  }
  return {
    drafts,
    ...changesOf(drafts, current),
    /** How many products with drafts the list does not show. */
    unseen: Object.keys(drafts).filter((id) => !current.has(id)).length,
    problems,
    progress,
    type,
    keepTyped: (product: Product, column: ColumnName) =>
      update((before) => keepTyped(before, product, column)),
    /** Fills cells from a copied column; says how many texts found no cell. */
    paste: (place: CellPlace, text: string) => {
      const { drafts: filled, leftOut } = pasteAt(drafts, products, place, readPasted(text))
      update(() => filled)
      if (leftOut > 0)
        notify.error(
          `${formatCount(leftOut)} of the pasted values are left out: the list has no more cells there.`,
        )
    },
    save: (reason: string) => save(changesOf(drafts, current).changes, reason),
    discard: () => {
      setDiscarded(drafts)
      setDrafts({})
    },
    bringBack: discarded && (() => update(() => discarded)),
  }
}

export type Sheet = ReturnType<typeof useSheet>

function readKept(): SheetDrafts {
  const session = currentSession()
  return readSheet(session ? readDrafts(session.email)[KEY] : undefined)
}

function keep(drafts: SheetDrafts): void {
  const session = currentSession()
  if (session) writeDrafts(session.email, { [KEY]: writeSheet(drafts) })
}

/** Saves one change after the other. It stops when the shop cannot be reached; the drafts of what is not saved stay. */
function useSaving(
  list: PagedList<Product>,
  current: ReadonlyMap<string, Product>,
  update: (change: (before: SheetDrafts) => SheetDrafts) => void,
) {
  const [problems, setProblems] = useState<Problems>({})
  const [progress, setProgress] = useState<{ done: number; total: number }>()
  const known = new Map(current)

  const saveOne = async (change: CellChange, reason: string): Promise<boolean> => {
    const { product, column } = change
    const onSend = (revision: number) => update((before) => markSent(before, change, revision))
    const result = await saveChange(change, known.get(product._id), { reason, onSend })
    if (result.outcome === 'refused') {
      // This request was not saved; an earlier one that had no answer may be.
      update((before) => markSent(before, change, change.sent))
      setProblems((before) => ({ ...before, [cellKey(product._id, column)]: result.problem }))
      return false
    }
    const { product: present } = result
    if (present) {
      known.set(present._id, present)
      list.change((rows) => rows.map((row) => (row._id === present._id ? present : row)))
    }
    if (result.outcome === 'overwritten') return false
    update((before) => typeInto(before, product, column, undefined))
    return true
  }

  const save = async (changes: readonly CellChange[], reason: string) => {
    const saved: CellChange[] = []
    let sent: CellChange | undefined
    setProblems({})
    try {
      for (const [done, change] of changes.entries()) {
        setProgress({ done, total: changes.length })
        sent = change
        if (await saveOne(change, reason)) saved.push(change)
      }
      if (saved.length < changes.length)
        notify.error(
          `${changedText(changes.filter((change) => !saved.includes(change)))} not saved: see the table.`,
        )
    } catch (error) {
      if (!signOutIfForbidden(error)) notify.error(problemText(error))
      const lost =
        sent?.column === 'stock' && isUnanswered(error) ? cellKey(sent.product._id, 'stock') : undefined
      if (lost) setProblems((before) => ({ ...before, [lost]: LOST_ANSWER }))
    }
    if (saved.length > 0) notify.success(`${changedText(saved)} changed`)
    setProgress(undefined)
    await list.refresh()
  }
  return {
    problems,
    forget: (key: string) => setProblems(({ [key]: _, ...others }) => others),
    progress,
    save,
  }
}

const LOST_ANSWER =
  'The answer was lost, so this may be saved already. If you save it again, it counts only once.'
