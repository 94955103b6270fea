import { useId } from 'react'
import { MINIMUM_ORDER_PIECES } from '#features/catalog/minimum-order.ts'
import type { Product } from '#features/catalog/schema.ts'
import { centsToDollars, formatPrice, formatTotal, priceToE4, totalCents } from '#kit/money.ts'
import { texts } from '#kit/texts.ts'
import { ButtonLink } from '#kit/ui/button.tsx'
import { classNames } from '#kit/ui/class-names.ts'

type ProductGridProps = {
  products: readonly Product[]
  /** Another list is on its way. */
  busy: boolean
}

/** Parts as the catalogue shows them. The cards of a row share its lines, so that prices stand side by side. */
export function ProductGrid({ products, busy }: ProductGridProps) {
  return (
    <ul
      aria-busy={busy}
      className={classNames(
        'grid grid-cols-1 gap-x-4 transition-opacity md:grid-cols-3 lg:gap-x-6',
        busy && 'opacity-50',
      )}
    >
      {products.map((product) => (
        <li key={product._id} className="mb-4 md:row-span-4 md:grid md:grid-rows-subgrid lg:mb-6">
          <ProductCard product={product} />
        </li>
      ))}
    </ul>
  )
}

type ProductCardProps = { product: Product }

/** The Order link reaches over the whole card. */
function ProductCard({ product }: ProductCardProps) {
  const nameId = useId()
  return (
    <article className="relative grid grid-cols-[6.5rem_minmax(0,1fr)] gap-x-4 rounded border border-line bg-paper transition-colors hover:border-edge md:row-span-4 md:grid-cols-1 md:grid-rows-subgrid">
      <ProductPicture product={product} />
      <div className="min-w-0 py-3 pr-4 md:flex md:flex-col md:px-4 md:pb-0">
        <p className="truncate font-mono text-muted text-xs">{product.sku}</p>
        <h3 id={nameId} className="mb-auto line-clamp-2">
          {product.name}
        </h3>
        <Price dollars={product.price} />
      </div>
      <p className="col-span-full line-clamp-4 self-start border-line border-t px-4 pt-3 text-muted text-sm md:border-t-0 md:pt-2">
        {product.description}
      </p>
      <div className="col-span-full flex items-end justify-between gap-3 px-4 pt-3 pb-4 md:flex-col md:items-stretch lg:flex-row lg:items-end">
        <Stock pieces={product.quantity} />
        <ButtonLink
          to={`/order/${encodeURIComponent(product._id)}`}
          aria-describedby={nameId}
          size="sm"
          prefetch="intent"
          className="shrink-0 after:absolute after:inset-0 after:rounded"
        >
          Order
        </ButtonLink>
      </div>
    </article>
  )
}

function ProductPicture({ product }: ProductCardProps) {
  return (
    <div className="self-start overflow-hidden rounded-tl rounded-br bg-tint md:rounded-t md:rounded-br-none">
      <img
        src={product.image}
        alt={product.name}
        width={400}
        height={300}
        loading="lazy"
        decoding="async"
        className="aspect-4/3 w-full object-contain"
      />
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
        {`${pieces.toLocaleString('en-US')} pieces available${enough ? '' : ', too few to order'}`}
      </p>
      <p className="text-muted">{texts.product.minimum}</p>
    </div>
  )
}
