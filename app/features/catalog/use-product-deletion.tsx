import { useState } from 'react'
import { signOutIfForbidden } from '#features/accounts/components.tsx'
import { problemText, unwrap } from '#kit/browser/client.ts'
import { isNotFound } from '#kit/browser/is-not-found.ts'
import { notify } from '#kit/ui/toaster.tsx'
import { catalogClient } from './client.ts'
import type { Product } from './schema.ts'
import { productTexts } from './texts.ts'

/**
 * Asks for a confirmation, then archives the product. `onGone` is called with its id once it is archived, by this admin or
 * earlier by another. `dialog` has the properties of the page's confirm dialog.
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
