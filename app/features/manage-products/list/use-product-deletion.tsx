import { useState } from 'react'
import { signOutIfForbidden } from '#features/accounts/components.tsx'
import { catalogClient } from '#features/catalog/client.ts'
import { productTexts } from '#features/catalog/texts.ts'
import { isNotFound, problemText, unwrap } from '#kit/browser/client.ts'
import { notify } from '#kit/ui/overlay/toaster.tsx'
import type { ListedProduct } from '../schema.ts'

/**
 * Asks for a confirmation, then archives the product. Calls `onDeleted` with it, or `onMissing` when another admin has
 * archived it earlier. `dialog` has the props of the page's confirm dialog.
 */
export function useProductDeletion(
  onDeleted: (product: ListedProduct) => void,
  onMissing: (product: ListedProduct) => void,
) {
  const [selected, setSelected] = useState<ListedProduct>()
  const [isOpen, setIsOpen] = useState(false)
  const [busyId, setBusyId] = useState<string>()
  const [error, setError] = useState<string>()

  const open = (product: ListedProduct) => {
    setSelected(product)
    setError(undefined)
    setIsOpen(true)
  }
  const remove = async (product: ListedProduct) => {
    setBusyId(product._id)
    setError(undefined)
    try {
      await unwrap(catalogClient.product[':id'].$delete({ param: { id: encodeURIComponent(product._id) } }))
      notify.success(productTexts.deleted)
      setIsOpen(false)
      onDeleted(product)
    } catch (thrown) {
      if (signOutIfForbidden(thrown)) return
      if (!isNotFound(thrown)) return setError(problemText(thrown))
      notify.error(problemText(thrown))
      setIsOpen(false)
      onMissing(product)
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
