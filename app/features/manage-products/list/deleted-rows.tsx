import { Fragment, type ReactNode, useState } from 'react'
import { signOutIfForbidden } from '#features/accounts/components.tsx'
import { catalogClient } from '#features/catalog/client.ts'
import type { Product } from '#features/catalog/schema.ts'
import { problemText, unwrap } from '#kit/browser/client.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { notify } from '#kit/ui/overlay/toaster.tsx'

/** A product that was deleted from the list on this page, and the product that followed it there. */
export interface DeletedProduct {
  readonly product: Product
  readonly nextId: string | undefined
}

/** The deleted products with this one more, which is still in the list. */
export function withDeleted(
  deleted: readonly DeletedProduct[],
  list: readonly Product[],
  product: Product,
): DeletedProduct[] {
  const index = list.findIndex(({ _id }) => _id === product._id)
  const nextId = list[index + 1]?._id
  // Those that stood before it now stand before what followed it.
  const others = deleted.map((one) => (one.nextId === product._id ? { ...one, nextId } : one))
  return [...others, { product, nextId }]
}

type ProductRowsProps = {
  products: readonly Product[]
  deleted: readonly DeletedProduct[]
  onRestored: (product: Product) => void
  children: (product: Product) => ReactNode
}

/** The rows of the products; where one was deleted, its place offers to undo that. */
export function ProductRows({ products, deleted, onRestored, children }: ProductRowsProps) {
  const ids = new Set(products.map(({ _id }) => _id))
  const rows = (here: readonly DeletedProduct[]) =>
    here.map(({ product }) => (
      <DeletedRow key={product._id} product={product} onRestored={() => onRestored(product)} />
    ))
  return (
    <ul className="border-line border-t">
      {products.map((product) => (
        <Fragment key={product._id}>
          {rows(deleted.filter(({ nextId }) => nextId === product._id))}
          {children(product)}
        </Fragment>
      ))}
      {rows(deleted.filter(({ nextId }) => nextId === undefined || !ids.has(nextId)))}
    </ul>
  )
}

/** The place tells which product it was: its name is no longer in the list. */
function DeletedRow({ product, onRestored }: { product: Product; onRestored: () => void }) {
  const [busy, setBusy] = useState(false)
  const restore = async () => {
    setBusy(true)
    try {
      await unwrap(
        catalogClient.product[':id'].restore.$post({ param: { id: encodeURIComponent(product._id) } }),
      )
      onRestored()
    } catch (error) {
      if (!signOutIfForbidden(error)) notify.error(problemText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <li className="flex flex-wrap items-center gap-x-2 border-line border-b py-3 text-muted text-sm">
      Deleted ·
      <Button variant="secondary" size="sm" busy={busy} aria-description={product.name} onClick={restore}>
        Undo
      </Button>
    </li>
  )
}
