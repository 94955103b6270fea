import { signOutWhereForbidden } from '#features/accounts/components.tsx'
import { catalogClient } from '#features/catalog/client.ts'
import type { ManagedProduct as Product } from '#features/catalog/schema.ts'
import { type FetchPage, unwrapPage, usePagedList } from '#kit/browser/paged-list.ts'
import { countText } from '#kit/text/count-text.ts'
import { useChosen } from '#kit/ui/admin/use-chosen.ts'
import { EmptyDrawing } from '#kit/ui/art/empty-drawing.tsx'
import { EmptyState } from '#kit/ui/list/empty-state.tsx'
import { PagedRows } from '#kit/ui/list/paged-rows.tsx'
import { Section } from '#kit/ui/page/page-layout.tsx'
import { FeaturedBar } from './featured-bar.tsx'
import { LoadingProducts, ManagedProduct } from './managed-product.tsx'

const fetchFeatured: FetchPage<Product> = signOutWhereForbidden(({ limit, after }, signal) =>
  unwrapPage(catalogClient['featured-product'].$get({ query: { limit, after } }, { init: { signal } })),
)

/** The list of the products that are marked for the home page. */
export function FeaturedProducts() {
  const list = usePagedList(fetchFeatured, '')
  const chosen = useChosen(list.shown?.rows.map(({ _id }) => _id) ?? [])
  return (
    <Section
      title={`Featured products (${list.shown ? countText(list.shown) : '…'})`}
      lead="The home page shows the first twelve that are for sale, the last marked first, and fills up with the newest."
    >
      <PagedRows
        list={list}
        what="featured products"
        skeleton={<LoadingProducts />}
        empty={
          <EmptyState title="No product is featured" art={<EmptyDrawing />}>
            The home page shows the newest. Choose products under “For sale”, or open one, to mark it as
            featured.
          </EmptyState>
        }
      >
        {(products) => (
          <ul className="border-line border-t">
            {products.map((product) => (
              <ManagedProduct key={product._id} product={product} chosen={chosen} />
            ))}
          </ul>
        )}
      </PagedRows>
      <FeaturedBar chosen={chosen} areFeatured onMarked={() => list.refresh()} />
    </Section>
  )
}
