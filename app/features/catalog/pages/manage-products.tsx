import { type FetchPage, type PagedList, unwrapPage, usePagedList } from '#kit/browser/paged-list.ts'
import { countText } from '#kit/count-text.ts'
import { texts } from '#kit/texts.ts'
import { EmptyDrawing } from '#kit/ui/art/empty-drawing.tsx'
import { ButtonLink } from '#kit/ui/button.tsx'
import { ConfirmDialog } from '#kit/ui/confirm-dialog.tsx'
import { EmptyState } from '#kit/ui/empty-state.tsx'
import { PlusIcon } from '#kit/ui/icons.tsx'
import { ListSearchField, SearchOutcome } from '#kit/ui/list-search.tsx'
import { PageHeading } from '#kit/ui/page-heading.tsx'
import { Section } from '#kit/ui/page-layout.tsx'
import { privateMeta, searchTitle } from '#kit/ui/page-meta.ts'
import { PagedRows } from '#kit/ui/paged-rows.tsx'
import { useListSearch } from '#kit/ui/use-search-field.ts'
import { catalogClient } from '../client.ts'
import { LoadingProducts, ManagedProduct } from '../managed-product.tsx'
import type { Product } from '../schema.ts'
import { useProductDeletion } from '../use-product-deletion.tsx'
import type { Route } from './+types/manage-products.ts'

export const meta: Route.MetaFunction = ({ location }) =>
  privateMeta(searchTitle('Manage Products', location))

const fetchProducts: FetchPage<Product> = (query, signal) =>
  unwrapPage(catalogClient.product.$get({ query }, { init: { signal } }))

export default function ManageProducts() {
  const search = useListSearch()
  const list = usePagedList(fetchProducts, search.q)
  return (
    <>
      <PageHeading
        title="Manage Products"
        actions={
          <ButtonLink to="/dashboard/addproduct" variant="secondary">
            <PlusIcon />
            Add Product
          </ButtonLink>
        }
      />
      <Section
        title={`All Products (${list.shown ? countText(list.shown) : '…'})`}
        lead={<SearchOutcome list={list}>Newest first.</SearchOutcome>}
        action={<ListSearchField label="Search products" search={search} />}
      >
        <Products list={list} />
      </Section>
    </>
  )
}

function Products({ list }: { list: PagedList<Product> }) {
  const { selected, open, dialog } = useProductDeletion((id) => {
    list.change((products) => products.filter((product) => product._id !== id))
    void list.refresh()
  })
  return (
    <>
      <PagedRows
        list={list}
        what="products"
        skeleton={<LoadingProducts />}
        empty={<NoProducts q={list.shown?.q} />}
      >
        {(products) => (
          <ul className="border-line border-t">
            {products.map((product) => (
              <ManagedProduct key={product._id} product={product} onDelete={() => open(product)} />
            ))}
          </ul>
        )}
      </PagedRows>
      <ConfirmDialog
        {...dialog}
        title={texts.confirm.question}
        body={`“${selected?.name}” leaves the shop for good. Orders of it stay as they are.`}
        yes={texts.confirm.yes}
        no={texts.confirm.no}
      />
    </>
  )
}

function NoProducts({ q }: { q: string | undefined }) {
  if (q) {
    return (
      <EmptyState title={`Nothing found for “${q}”`} art={<EmptyDrawing />}>
        The search looks for every word in name, part number and description: fewer or shorter words find
        more.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      title="No products yet"
      art={<EmptyDrawing />}
      action={<ButtonLink to="/dashboard/addproduct">Add Product</ButtonLink>}
    >
      What you add is for sale at once, and listed here.
    </EmptyState>
  )
}
