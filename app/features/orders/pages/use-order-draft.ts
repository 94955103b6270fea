import { useState } from 'react'
import type { Product } from '#features/catalog/schema.ts'
import { readDrafts, writeDrafts } from '#kit/drafts.ts'

/** What was typed into the order form; phone and address are absent until they are edited. */
export interface TypedOrder {
  readonly quantity: string
  readonly phone?: string
  readonly address?: string
}

/**
 * The order form's text, kept over a reload: the quantity by product, phone and address by account. Nothing is kept
 * without an `email`. `asked` is the quantity in the address, which replaces the kept one.
 */
export function useOrderDraft(product: Product, email: string | undefined, asked: string | undefined) {
  const productId = product._id
  const minimum = String(product.minimum)
  const [typed, setTyped] = useState<TypedOrder>(() => readOrder(product, email, asked))
  /** What the last reset removed from the form. */
  const [removed, setRemoved] = useState<Partial<TypedOrder>>()

  const save = ({ quantity, ...shipping }: Partial<TypedOrder>) => {
    if (email === undefined) return
    if (quantity !== undefined) forgetAskedQuantity()
    writeDrafts(email, { ...shipping, ...(quantity !== undefined && { [draftKeyOf(productId)]: quantity }) })
  }
  const change = (part: Partial<TypedOrder>) => {
    setTyped((before) => ({ ...before, ...part }))
    save(part)
  }
  /** Resets all fields. A reload restores what was typed as phone and address. */
  const reset = () => {
    const { quantity: _, ...shipping } = typed
    forgetAskedQuantity()
    setTyped({ quantity: minimum })
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

/** Removes the quantity from the address without a navigation, so that a reload restores what was typed since. */
function forgetAskedQuantity(): void {
  const { search, pathname } = window.location
  if (search) window.history.replaceState(window.history.state, '', pathname)
}

/** An empty field counts as not typed. */
function readOrder(
  { _id, minimum }: Product,
  email: string | undefined,
  asked: string | undefined,
): TypedOrder {
  const { phone, address, [draftKeyOf(_id)]: quantity } = email === undefined ? {} : readDrafts(email)
  return {
    quantity: asked ?? (quantity || String(minimum)),
    ...(phone && { phone }),
    ...(address && { address }),
  }
}
