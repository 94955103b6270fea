import { useState } from 'react'
import { MINIMUM_ORDER_PIECES } from '#features/catalog/minimum-order.ts'
import { readDrafts, writeDrafts } from '#kit/drafts.ts'

const START = String(MINIMUM_ORDER_PIECES)

/** What was typed into the order form; phone and address are absent as long as they are left as they came. */
export interface TypedOrder {
  readonly quantity: string
  readonly phone?: string
  readonly address?: string
}

/**
 * The order form's text, kept through a reload: the quantity by product, phone and address for the account with that
 * e-mail. While nobody is known to be signed in, nothing is kept.
 */
export function useOrderDraft(productId: string, email: string | undefined) {
  const [typed, setTyped] = useState<TypedOrder>(() => readOrder(productId, email))
  /** What a reset took from the form, as long as it can be brought back. */
  const [lost, setLost] = useState<Partial<TypedOrder>>()

  const keep = ({ quantity, ...shipping }: Partial<TypedOrder>) => {
    if (email === undefined) return
    writeDrafts(email, { ...shipping, ...(quantity !== undefined && { [nameOf(productId)]: quantity }) })
  }
  const change = (part: Partial<TypedOrder>) => {
    setTyped((before) => ({ ...before, ...part }))
    keep(part)
  }
  /** As the form began, with phone and address as they came. A reload brings back what was typed of these two. */
  const reset = () => {
    const { quantity: _, ...shipping } = typed
    setTyped({ quantity: START })
    setLost(Object.keys(shipping).length > 0 ? shipping : undefined)
    if (email !== undefined) writeDrafts(email, { [nameOf(productId)]: undefined })
  }
  const bringBack = () => {
    change(lost ?? {})
    setLost(undefined)
  }
  /** The order is placed: the next one begins anew. */
  const forget = () => {
    const done = { [nameOf(productId)]: undefined, phone: undefined, address: undefined }
    if (email !== undefined) writeDrafts(email, done)
  }
  return { typed, change, reset, bringBack: lost && bringBack, forget }
}

const nameOf = (productId: string): string => `quantity of ${productId}`

/** An empty field is filled as without a draft. */
function readOrder(productId: string, email: string | undefined): TypedOrder {
  const { phone, address, [nameOf(productId)]: quantity } = email === undefined ? {} : readDrafts(email)
  return { quantity: quantity || START, ...(phone && { phone }), ...(address && { address }) }
}
