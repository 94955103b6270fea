import { useState } from 'react'
import { MINIMUM_ORDER_PIECES } from '#features/catalog/minimum-order.ts'
import { readDrafts, writeDrafts } from '#kit/drafts.ts'

const DEFAULT_QUANTITY = String(MINIMUM_ORDER_PIECES)

/** What was typed into the order form; phone and address are absent until they are edited. */
export interface TypedOrder {
  readonly quantity: string
  readonly phone?: string
  readonly address?: string
}

/**
 * The order form's text, kept over a reload: the quantity by product, phone and address by account. Nothing is kept
 * without an `email`.
 */
export function useOrderDraft(productId: string, email: string | undefined) {
  const [typed, setTyped] = useState<TypedOrder>(() => readOrder(productId, email))
  /** What the last reset removed from the form. */
  const [removed, setRemoved] = useState<Partial<TypedOrder>>()

  const save = ({ quantity, ...shipping }: Partial<TypedOrder>) => {
    if (email === undefined) return
    writeDrafts(email, { ...shipping, ...(quantity !== undefined && { [draftKeyOf(productId)]: quantity }) })
  }
  const change = (part: Partial<TypedOrder>) => {
    setTyped((before) => ({ ...before, ...part }))
    save(part)
  }
  /** Resets all fields. A reload restores what was typed as phone and address. */
  const reset = () => {
    const { quantity: _, ...shipping } = typed
    setTyped({ quantity: DEFAULT_QUANTITY })
    setRemoved(Object.keys(shipping).length > 0 ? shipping : undefined)
    if (email !== undefined) writeDrafts(email, { [draftKeyOf(productId)]: undefined })
  }
  const restore = () => {
    change(removed ?? {})
    setRemoved(undefined)
  }
  /** Deletes the draft after the order is placed. */
  const discard = () => {
    const cleared = { [draftKeyOf(productId)]: undefined, phone: undefined, address: undefined }
    if (email !== undefined) writeDrafts(email, cleared)
  }
  return { typed, change, reset, restore: removed && restore, discard }
}

const draftKeyOf = (productId: string): string => `quantity of ${productId}`

/** An empty field counts as not typed. */
function readOrder(productId: string, email: string | undefined): TypedOrder {
  const { phone, address, [draftKeyOf(productId)]: quantity } = email === undefined ? {} : readDrafts(email)
  return { quantity: quantity || DEFAULT_QUANTITY, ...(phone && { phone }), ...(address && { address }) }
}
