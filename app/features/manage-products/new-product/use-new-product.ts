import { useEffect, useState } from 'react'
import type { Draft } from '#features/catalog/fields.ts'
import type { ManagedProduct } from '#features/catalog/schema.ts'
import { keep, readKept } from '#kit/browser/kept-drafts.ts'
import { copyOf } from './new-product-form.ts'

/**
 * What is typed into the form of a new product, kept by the tab over a reload until the product is added. A copy of another
 * product begins with its values.
 */
export function useNewProduct(email: string, copied: ManagedProduct | undefined) {
  const key = copied ? `copy of product ${copied._id}` : 'new product'
  const [initial] = useState<Draft>(() => (copied ? copyOf(copied) : {}))
  const [draft, setDraft] = useState<Draft>(() => {
    const kept = readKept(email, key)
    return isDraft(kept) ? kept : initial
  })
  useEffect(() => {
    const isTyped = draft !== initial && Object.values(draft).some((text) => text !== '')
    keep(email, key, isTyped ? draft : undefined)
  }, [email, key, draft, initial])
  return [draft, setDraft] as const
}

const isDraft = (kept: unknown): kept is Draft =>
  typeof kept === 'object' && kept !== null && Object.values(kept).every((text) => typeof text === 'string')
