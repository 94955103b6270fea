import { useId } from 'react'
import { Link } from 'react-router'
import { lineTotal } from '#features/pricing/price-line.ts'
import { isLowStock, isSoldOut } from '#features/pricing/quantity-terms.ts'
import { priceTexts } from '#features/pricing/texts.ts'
import { formatPrice, formatTotal } from '#kit/money.ts'
import { formatCount, piecesText } from '#kit/text/count-text.ts'
import { ButtonLink } from '#kit/ui/form/button.tsx'
import { BoxIcon } from '#kit/ui/mark/icons.tsx'
import { StatusBadge } from '#kit/ui/mark/status-badge.tsx'
import { Unbroken } from '#kit/ui/mark/unbroken.tsx'
import { cardLines } from './fields/product-fields.ts'
import { orderPath, partPath } from './paths.ts'
import { ProductPicture } from './product-picture.tsx'
import type { Product } from './schema.ts'

type ProductGridProps = {
  products: readonly Product[]
  /** Another list is loading. */
  busy: boolean
  /** A part that is being entered: it promises no pieces. */
  isPreview?: boolean
}

/** The parts as cards. */
export function ProductGrid({ products, busy, isPreview = false }: ProductGridProps) {
  return (
    <ul aria-busy={busy} className="product-grid">
      {products.map((product) => (
        <li key={product._id}>
          <ProductCard product={product} isPreview={isPreview} />
        </li>
      ))}
    </ul>
  )
}

type ProductCardProps = { product: Product }

function ProductCard({ product, isPreview }: ProductCardProps & { isPreview: boolean }) {
  const nameId = useId()
  const canOrder = !isSoldOut(product)
  return (
    <article className="product-card">
      <div className="product-picture text-sm">
        <ProductPicture product={product} width={400} height={300} isLazy />
      </div>
      <div className="product-name">
        <p className="truncate font-mono text-muted text-xs">{product.sku}</p>
        <h3 id={nameId} className="mb-auto">
          <Link to={partPath(product.sku)} className="product-link">
            <Unbroken text={product.name} />
          </Link>
        </h3>
        <Price product={product} />
      </div>
      <p className="product-text text-muted text-sm">
        <Unbroken text={product.description} />
      </p>
      <div className="product-order">
        {isPreview ? <NoStock product={product} /> : <Stock product={product} />}
        <ButtonLink
          to={canOrder ? orderPath(product._id) : partPath(product.sku)}
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

function Price({ product }: ProductCardProps) {
  const { minimum, price } = product
  return (
    <p className="mt-1 flex flex-wrap items-baseline gap-x-3">
      <span className="font-semibold">{`${formatPrice(price)} ${priceTexts.perPiece}`}</span>
      <span className="text-muted text-sm">{`${formatTotal(lineTotal(product, minimum))} for ${formatCount(minimum)}`}</span>
    </p>
  )
}

function Stock({ product }: ProductCardProps) {
  const soldOut = isSoldOut(product)
  return (
    <div className="text-sm">
      <p className="mb-1 empty:hidden">
        <StockBadge product={product} />
      </p>
      <p className={soldOut ? 'text-muted' : 'text-ink'}>
        {`${piecesText(product.quantity)} available${soldOut ? ', too few to order' : ''}`}
      </p>
      <CardLines product={product} />
    </div>
  )
}

const NoStock = ({ product }: ProductCardProps) => (
  <div className="text-sm">
    <p className="text-ink">Not added yet</p>
    <CardLines product={product} />
  </div>
)

const CardLines = ({ product }: ProductCardProps) =>
  cardLines(product).map((line) => (
    <p key={line} className="text-muted">
      {line}
    </p>
  ))

/** Shows that a part is sold out, or how many pieces are left if they are few; otherwise renders nothing. */
export function StockBadge({ product }: ProductCardProps) {
  if (isSoldOut(product)) return <StatusBadge tone="bad">{priceTexts.soldOut}</StatusBadge>
  if (!isLowStock(product)) return null
  return (
    <StatusBadge tone="waiting" icon={<BoxIcon />}>
      {`Only ${piecesText(product.quantity)} left`}
    </StatusBadge>
  )
}
