import { useId } from 'react'
import { productPagePath } from '#features/catalog/paths.ts'
import { ProductPicture } from '#features/catalog/product-picture.tsx'
import type { Product } from '#features/catalog/schema.ts'
import { priceTexts } from '#features/pricing/texts.ts'
import { formatPrice } from '#kit/money.ts'
import { piecesText } from '#kit/text/count-text.ts'
import { ChooseRow } from '#kit/ui/admin/chosen.tsx'
import type { Chosen } from '#kit/ui/admin/use-chosen.ts'
import { Button, ButtonLink } from '#kit/ui/form/button.tsx'
import { Skeleton } from '#kit/ui/mark/skeleton.tsx'
import { Unbroken } from '#kit/ui/mark/unbroken.tsx'

/** The layout of a product in the lists for admins. */
export const PRODUCT_ROW =
  'grid grid-cols-[5rem_minmax(0,1fr)] gap-x-4 gap-y-3 border-line border-b py-4 sm:grid-cols-[5rem_minmax(0,1fr)_auto] sm:items-center'

type ManagedProductProps = {
  product: Product
  chosen: Chosen
  /** Without it the row has no button that deletes it. */
  onDelete?: () => void
}

/** A product in the list for admins, to be chosen, edited and deleted. */
export function ManagedProduct({ product, chosen, onDelete }: ManagedProductProps) {
  const nameId = useId()
  return (
    <li className={PRODUCT_ROW}>
      <ProductThumbnail product={product} />
      <div className="min-w-0">
        <div className="flex items-start gap-1">
          <ChooseRow chosen={chosen} id={product._id} label={`Choose ${product.name}`} />
          <h3 id={nameId} className="min-w-0">
            <Unbroken text={product.name} />
          </h3>
        </div>
        <p className="flex flex-wrap gap-x-4 text-sm">
          <span className="font-medium">{`${formatPrice(product.price)} ${priceTexts.perPiece}`}</span>
          <span>{piecesText(product.quantity)}</span>
          <span className="min-w-0 truncate font-mono text-muted text-xs leading-5">{product.sku}</span>
        </p>
        <p className="mt-1 max-w-prose whitespace-pre-line text-muted text-sm [overflow-wrap:anywhere]">
          <Unbroken text={product.description} />
        </p>
      </div>
      <div className="col-start-2 flex gap-2 justify-self-start sm:col-start-3">
        <ButtonLink to={productPagePath(product._id)} variant="secondary" size="sm" aria-describedby={nameId}>
          Edit
        </ButtonLink>
        {onDelete && (
          <Button variant="danger" size="sm" aria-describedby={nameId} onClick={onDelete}>
            Delete
          </Button>
        )}
      </div>
    </li>
  )
}

export function ProductThumbnail({ product }: { product: Product }) {
  return (
    <div className="size-20 self-start overflow-hidden rounded bg-tint text-xs">
      <ProductPicture product={product} width={80} height={80} isLazy />
    </div>
  )
}

export function LoadingProducts() {
  return (
    <ul aria-hidden="true" className="border-line border-t">
      {ROWS.map((row) => (
        <li key={row} className={PRODUCT_ROW}>
          <Skeleton className="size-20" />
          <div className="grid h-33 content-between lg:h-22">
            <Skeleton className="h-5 w-48 max-w-full" />
            <Skeleton className="h-4 w-40 max-w-full" />
            <Skeleton className="h-9 w-full max-w-prose" />
          </div>
          <Skeleton className="col-start-2 h-8 w-32 sm:col-start-3 pointer-coarse:h-11" />
        </li>
      ))}
    </ul>
  )
}

const ROWS = [1, 2, 3, 4, 5, 6]
