import { useState } from 'react'
import { signOutIfForbidden } from '#features/accounts/components.tsx'
import { catalogClient } from '#features/catalog/client.ts'
import type { Product } from '#features/catalog/schema.ts'
import { problemText, unwrap } from '#kit/browser/client.ts'
import { isNotFound } from '#kit/browser/is-not-found.ts'
import { notify } from '#kit/ui/toaster.tsx'
import { productTexts } from './texts.ts'

/**
 * Asks, and takes the product off sale after a Yes. `onGone` is called with its id when it is off sale, by this
 * deletion or by another's before it. `dialog` is what the page's one dialog needs.
 */
export function useProductDeletion(onGone: (id: string) => void) {
  const [asked, setAsked] = useState<Product>()
  const [isOpen, setIsOpen] = useState(false)
  const [busyId, setBusyId] = useState<string>()
  const [error, setError] = useState<string>()

  const ask = (product: Product) => {
    setAsked(product)
    setError(undefined)
    setIsOpen(true)
  }
  const settle = (product: Product) => {
    setIsOpen(false)
    onGone(product._id)
  }
  const remove = async (product: Product) => {
    setBusyId(product._id)
    setError(undefined)
    try {
      await unwrap(catalogClient.product[':id'].$delete({ param: { id: encodeURIComponent(product._id) } }))
      notify.success(productTexts.deleted)
      settle(product)
    } catch (thrown) {
      if (signOutIfForbidden(thrown)) return
      if (!isNotFound(thrown)) return setError(problemText(thrown))
      notify.error(problemText(thrown))
      settle(product)
    } finally {
      setBusyId(undefined)
    }
  }
  return {
    asked,
    ask,
    dialog: {
      open: isOpen,
      busy: busyId !== undefined,
      error,
      onConfirm: () => asked && void remove(asked),
      // While the deletion is under way there is nothing left to say No to.
      onClose: () => busyId === undefined && setIsOpen(false),
    },
  }
}
