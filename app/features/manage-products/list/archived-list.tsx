import { Link } from 'react-router'
import { signOutWhereForbidden } from '#features/accounts/components.tsx'
import { catalogClient } from '#features/catalog/client.ts'
import { productPagePath } from '#features/catalog/paths.ts'
import type { ManagedProduct } from '#features/catalog/schema.ts'
import { priceTexts } from '#features/pricing/texts.ts'
import { type FetchPage, unwrapPage, usePagedList } from '#kit/browser/paged-list.ts'
import { formatPrice } from '#kit/money.ts'
import { countText, piecesText } from '#kit/text/count-text.ts'
import { EmptyDrawing } from '#kit/ui/art/empty-drawing.tsx'
import { Button } from '#kit/ui/form/button.tsx'
import type { ListSearch } from '#kit/ui/form/use-search-field.ts'
import { EmptyState } from '#kit/ui/list/empty-state.tsx'
import { ListSearchField, SearchOutcome } from '#kit/ui/list/list-search.tsx'
import { PagedRows } from '#kit/ui/list/paged-rows.tsx'
import { DateTime } from '#kit/ui/mark/date-time.tsx'
import { Unbroken } from '#kit/ui/mark/unbroken.tsx'
import { useUndone } from '#kit/ui/overlay/undo-toast.tsx'
import { Section } from '#kit/ui/page/page-layout.tsx'
import { LoadingProducts, PRODUCT_ROW, ProductThumbnail } from './managed-product.tsx'
import { NothingFound } from './managed-products.tsx'
import { useArchiving } from './use-archiving.ts'

const fetchArchived: FetchPage<ManagedProduct> = signOutWhereForbidden((query, signal) =>
  unwrapPage(catalogClient['archived-product'].$get({ query }, { init: { signal } })),
)

/** The list of the archived products, each with the button that puts it up for sale again. */
export function ArchivedProducts({ search }: { search: ListSearch }) {
  const list = usePagedList(fetchArchived, search.q)
  useUndone(() => void list.refresh())
  const { busyId, restore } = useArchiving((id) =>
    list.change((products) => products.filter((product) => product._id !== id)),
  )
  return (
    <Section
      title={`Archived products (${list.shown ? countText(list.shown) : '…'})`}
      lead={<SearchOutcome list={list}>The last archived first.</SearchOutcome>}
      action={<ListSearchField label="Search archived products" search={search} />}
    >
      <PagedRows
        list={list}
        what="archived products"
        skeleton={<LoadingProducts />}
        empty={list.shown?.q ? <NothingFound q={list.shown.q} /> : <NoneArchived />}
      >
        {(products) => (
          <ul className="border-line border-t">
            {products.map((product) => (
              <ArchivedRow
                key={product._id}
                product={product}
                busy={busyId === product._id}
                onRestore={() => void restore(product)}
              />
            ))}
          </ul>
        )}
      </PagedRows>
    </Section>
  )
}

type ArchivedRowProps = { product: ManagedProduct; busy: boolean; onRestore: () => void }

function ArchivedRow({ product, busy, onRestore }: ArchivedRowProps) {
  const { _id, name, sku, price, quantity, archivedAt, unpublished } = product
  return (
    <li className={PRODUCT_ROW}>
      <ProductThumbnail product={product} />
      <div className="min-w-0">
        <h3 id={`archived-${_id}`}>
          <Link to={productPagePath(_id)} className="text-ink">
            <Unbroken text={name} />
          </Link>
        </h3>
        <p className="flex flex-wrap gap-x-4 text-sm">
          <span className="font-medium">{`${formatPrice(price)} ${priceTexts.perPiece}`}</span>
          <span>{piecesText(quantity)}</span>
          <span className="min-w-0 truncate font-mono text-muted text-xs leading-5">{sku}</span>
        </p>
        {archivedAt !== undefined && (
          <p className="mt-1 text-muted text-sm">
            {unpublished ? 'Not for sale yet. Added' : 'Archived'} <DateTime iso={archivedAt} />
          </p>
        )}
      </div>
      <Button
        variant="secondary"
        size="sm"
        busy={busy}
        aria-describedby={`archived-${_id}`}
        onClick={onRestore}
        className="col-start-2 justify-self-start sm:col-start-3"
      >
        {unpublished ? 'Put up for sale' : 'Restore'}
      </Button>
    </li>
  )
}

function NoneArchived() {
  return (
    <EmptyState title="Nothing is archived" art={<EmptyDrawing />}>
      What you delete or archive is listed here, and can be restored; parts that are not for sale yet, too.
    </EmptyState>
  )
}
