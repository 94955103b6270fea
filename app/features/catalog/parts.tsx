import { useId } from 'react'
import { MINIMUM_ORDER_PIECES } from '#features/catalog/minimum-order.ts'
import type { Product } from '#features/catalog/schema.ts'
import { formatCount } from '#kit/count-text.ts'
import { centsToDollars, formatPrice, formatTotal, priceToE4, totalCents } from '#kit/money.ts'
import { texts } from '#kit/texts.ts'
import { ButtonLink } from '#kit/ui/button.tsx'

type ProductGridProps = {
  products: readonly Product[]
  /** Another list is on its way. */
  busy: boolean
}

/** Parts as the catalogue shows them. */
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
  return (
    <article className="product-card">
      <ProductPicture product={product} />
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
          aria-describedby={nameId}
          size="sm"
          prefetch="intent"
        >
          Order
        </ButtonLink>
      </div>
    </article>
  )
}

function ProductPicture({ product }: ProductCardProps) {
  return (
    <div className="product-picture">
      <img src={product.image} alt={product.name} width={400} height={300} loading="lazy" decoding="async" />
    </div>
  )
}

function Price({ dollars }: { dollars: number }) {
  const total = centsToDollars(totalCents(priceToE4(dollars) ?? 0, MINIMUM_ORDER_PIECES))
  return (
    <p className="mt-1 flex flex-wrap items-baseline gap-x-3">
      <span className="font-semibold">{`${formatPrice(dollars)} ${texts.product.perPiece}`}</span>
      <span className="text-muted text-sm">{`${formatTotal(total)} for ${MINIMUM_ORDER_PIECES}`}</span>
    </p>
  )
}

function Stock({ pieces }: { pieces: number }) {
  const enough = pieces >= MINIMUM_ORDER_PIECES
  return (
    <div className="text-sm">
      <p className={enough ? 'text-ink' : 'text-wait'}>
        {`${formatCount(pieces)} pieces available${enough ? '' : ', too few to order'}`}
      </p>
      <p className="text-muted">{texts.product.minimum}</p>
    </div>
  )
}
