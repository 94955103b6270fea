import { useState } from 'react'
import { signOutIfForbidden } from '#features/accounts/components.tsx'
import { problemText } from '#kit/browser/client.ts'
import { isNotFound } from '#kit/browser/is-not-found.ts'
import { notify } from '#kit/ui/toaster.tsx'
import type { Product } from './schema.ts'
import { productTexts } from './texts.ts'
import { archiveWithUndo } from './use-archiving.ts'

/**
 * Asks for a confirmation, then archives the product; the toast offers to undo it. Calls `onArchived` with its id when it is archived, by this admin
 * or earlier by another. `dialog` has the props of the page's confirm dialog.
 */
export function useProductDeletion(onArchived: (id: string) => void) {
  const [selected, setSelected] = useState<Product>()
  const [isOpen, setIsOpen] = useState(false)
  const [busyId, setBusyId] = useState<string>()
  const [error, setError] = useState<string>()

  const open = (product: Product) => {
    setSelected(product)
    setError(undefined)
    setIsOpen(true)
  }
  const settle = (product: Product) => {
    setIsOpen(false)
    onArchived(product._id)
  }
  const remove = async (product: Product) => {
    setBusyId(product._id)
    setError(undefined)
    try {
      await archiveWithUndo(product, productTexts.deleted)
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
    selected,
    open,
    dialog: {
      open: isOpen,
      busy: busyId !== undefined,
      error,
      onConfirm: () => selected && void remove(selected),
      // A running deletion cannot be cancelled.
      onClose: () => busyId === undefined && setIsOpen(false),
    },
  }
}
