import { useId } from 'react'
import { formatCount } from '#kit/count-text.ts'
import { formatPrice, formatTotal } from '#kit/money.ts'
import { ButtonLink } from '#kit/ui/button.tsx'
import { BoxIcon } from '#kit/ui/icons.tsx'
import { StatusBadge } from '#kit/ui/status-badge.tsx'
import { isLowStock, isSoldOut, MINIMUM_ORDER_PIECES, priceOfMinimum } from './minimum-order.ts'
import { ProductPicture } from './product-picture.tsx'
import type { Product } from './schema.ts'
import { productTexts } from './texts.ts'

export { ProductFacts } from './product-facts.tsx'
export { ProductPicture } from './product-picture.tsx'

type ProductGridProps = {
  products: readonly Product[]
  /** Another list is loading. */
  busy: boolean
}

/** The parts as cards. */
export function ProductGrid({ products, busy }: ProductGridProps) {
  return (
    <ul aria-busy={busy} className="product-grid">
      {products.map((product) => (
        <li key={product._id}>
          <ProductCard product={product} />
        </li>
      ))}
    </ul>
  )
}

type ProductCardProps = { product: Product }

function ProductCard({ product }: ProductCardProps) {
  const nameId = useId()
  const canOrder = !isSoldOut(product.quantity)
  return (
    <article className="product-card">
      <div className="product-picture text-sm">
        <ProductPicture product={product} width={400} height={300} isLazy />
      </div>
      <div className="product-name">
        <p className="truncate font-mono text-muted text-xs">{product.sku}</p>
        <h3 id={nameId} className="mb-auto line-clamp-2">
          {product.name}
        </h3>
        <Price dollars={product.price} />
      </div>
      <p className="product-text line-clamp-4 text-muted text-sm">{product.description}</p>
      <div className="product-order">
        <Stock pieces={product.quantity} />
        <ButtonLink
          to={`/order/${encodeURIComponent(product._id)}`}
          variant={canOrder ? 'primary' : 'secondary'}
          aria-describedby={nameId}
          size="sm"
        >
          {canOrder ? 'Order' : 'Details'}
        </ButtonLink>
      </div>
    </article>
  )
}

function Price({ dollars }: { dollars: number }) {
  return (
    <p className="mt-1 flex flex-wrap items-baseline gap-x-3">
      <span className="font-semibold">{`${formatPrice(dollars)} ${productTexts.perPiece}`}</span>
      <span className="text-muted text-sm">{`${formatTotal(priceOfMinimum(dollars))} for ${MINIMUM_ORDER_PIECES}`}</span>
    </p>
  )
}

function Stock({ pieces }: { pieces: number }) {
  return (
    <div className="text-sm">
      <p className="mb-1 empty:hidden">
        <StockBadge pieces={pieces} />
      </p>
      <p className={isSoldOut(pieces) ? 'text-muted' : 'text-ink'}>
        {`${formatCount(pieces)} pieces available${isSoldOut(pieces) ? ', too few to order' : ''}`}
      </p>
      <p className="text-muted">{productTexts.minimum}</p>
    </div>
  )
}

/** Shows that a part is sold out, or how many pieces are left if they are few; otherwise renders nothing. */
export function StockBadge({ pieces }: { pieces: number }) {
  if (isSoldOut(pieces)) return <StatusBadge tone="bad">{productTexts.soldOut}</StatusBadge>
  if (!isLowStock(pieces)) return null
  return (
    <StatusBadge tone="waiting" icon={<BoxIcon />}>
      {`Only ${formatCount(pieces)} pieces left`}
    </StatusBadge>
  )
}
