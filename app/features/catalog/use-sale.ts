import { useState } from 'react'
import { signOutIfForbidden } from '#features/accounts/components.tsx'
import { problemText, unwrap } from '#kit/browser/client.ts'
import { rememberFocus } from '#kit/ui/return-focus.ts'
import { notify } from '#kit/ui/toaster.tsx'
import { notifyUndo } from '#kit/ui/undo-toast.tsx'
import { catalogClient } from './client.ts'

/** The product that is archived or restored, and how its toast calls it. */
interface Sold {
  readonly _id: string
  readonly name: string
}

const idOf = ({ _id }: Sold): string => encodeURIComponent(_id)

/** Archives a product, with a toast that offers to undo it; `text` is what it says. */
export async function archiveWithUndo(product: Sold, text = `“${product.name}” is archived`): Promise<void> {
  const id = idOf(product)
  await unwrap(catalogClient.product[':id'].$delete({ param: { id } }))
  notifyUndo({ text, undo: [{ method: 'POST', path: `/api/product/${id}/restore` }] })
}

async function restoreWithUndo(product: Sold): Promise<void> {
  const id = idOf(product)
  await unwrap(catalogClient.product[':id'].restore.$post({ param: { id } }))
  const undo = [{ method: 'DELETE', path: `/api/product/${id}` }] as const
  notifyUndo({ text: `“${product.name}” is for sale again`, undo })
}

/**
 * Archives products and puts them up for sale again, each with a toast that offers to undo it. Calls `onChanged` with the
 * id of the product afterwards; `busyId` is that of the product whose call runs.
 */
export function useSale(onChanged: (id: string) => unknown) {
  const [busyId, setBusyId] = useState<string>()
  const run = (change: (product: Sold) => Promise<void>) => async (product: Sold) => {
    const restoreFocus = rememberFocus()
    setBusyId(product._id)
    try {
      await change(product)
      await onChanged(product._id)
      restoreFocus()
    } catch (error) {
      if (!signOutIfForbidden(error)) notify.error(problemText(error))
    } finally {
      setBusyId(undefined)
    }
  }
  return { busyId, archive: run(archiveWithUndo), restore: run(restoreWithUndo) }
}
