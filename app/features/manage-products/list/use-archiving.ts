import { useState } from 'react'
import { signOutIfForbidden } from '#features/accounts/components.tsx'
import { catalogClient } from '#features/catalog/client.ts'
import { problemText, unwrap } from '#kit/browser/client.ts'
import { rememberFocus } from '#kit/ui/overlay/return-focus.ts'
import { notify } from '#kit/ui/overlay/toaster.tsx'
import { notifyUndo } from '#kit/ui/overlay/undo-toast.tsx'

/** The product that is archived or restored, and how its toast calls it. */
interface NamedProduct {
  readonly _id: string
  readonly name: string
  /** It was never for sale. */
  readonly unpublished?: true | undefined
}

const idOf = ({ _id }: NamedProduct): string => encodeURIComponent(_id)

async function archiveWithUndo(product: NamedProduct): Promise<void> {
  const id = idOf(product)
  await unwrap(catalogClient.product[':id'].$delete({ param: { id } }))
  const calls = [{ method: 'POST', path: `/api/product/${id}/restore` }] as const
  notifyUndo({ text: `“${product.name}” is archived`, calls })
}

async function restoreWithUndo(product: NamedProduct): Promise<void> {
  const id = idOf(product)
  await unwrap(catalogClient.product[':id'].restore.$post({ param: { id } }))
  const calls = [{ method: 'DELETE', path: `/api/product/${id}` }] as const
  notifyUndo({ text: `“${product.name}” is for sale${product.unpublished ? '' : ' again'}`, calls })
}

/**
 * Archives products and puts them up for sale again, each with a toast that offers to undo it. Calls `onChanged` with the
 * id of the product afterwards; `busyId` is that of the product whose call runs.
 */
export function useArchiving(onChanged: (id: string) => unknown) {
  const [busyId, setBusyId] = useState<string>()
  const run = (change: (product: NamedProduct) => Promise<void>) => async (product: NamedProduct) => {
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
