import { useState } from 'react'
import { catalogClient } from '#features/catalog/client.ts'
import type { Product } from '#features/catalog/schema.ts'
import { type FetchPage, type PagedList, unwrapPage, usePagedList } from '#kit/browser/paged-list.ts'
import { countText } from '#kit/text/count-text.ts'
import { texts } from '#kit/texts.ts'
import { useChosen } from '#kit/ui/admin/use-chosen.ts'
import { EmptyDrawing } from '#kit/ui/art/empty-drawing.tsx'
import { ButtonLink } from '#kit/ui/form/button.tsx'
import type { ListSearch } from '#kit/ui/form/use-search-field.ts'
import { EmptyState } from '#kit/ui/list/empty-state.tsx'
import { ListSearchField, SearchOutcome } from '#kit/ui/list/list-search.tsx'
import { PagedRows } from '#kit/ui/list/paged-rows.tsx'
import { ConfirmDialog } from '#kit/ui/overlay/confirm-dialog.tsx'
import { useUndone } from '#kit/ui/overlay/undo-toast.tsx'
import { Section } from '#kit/ui/page/page-layout.tsx'
import { type DeletedProduct, ProductRows, withDeleted } from './deleted-rows.tsx'
import { FeaturedBar } from './featured-bar.tsx'
import { LoadingProducts, ManagedProduct } from './managed-product.tsx'
import { useProductDeletion } from './use-product-deletion.tsx'

export const fetchProducts: FetchPage<Product> = (query, signal) =>
  unwrapPage(catalogClient.product.$get({ query }, { init: { signal } }))

/** The list of the products for sale, each with the button that deletes it; chosen ones can be marked for the home page. */
export function ManagedProducts({ search }: { search: ListSearch }) {
  const list = usePagedList(fetchProducts, search.q)
  const count = list.shown ? countText(list.shown) : '…'
  return (
    <Section
      title={search.q ? `Products found (${count})` : `All Products (${count})`}
      lead={<SearchOutcome list={list}>Newest first.</SearchOutcome>}
      action={<ListSearchField label="Search products" search={search} />}
    >
      <Products list={list} />
    </Section>
  )
}

function Products({ list }: { list: PagedList<Product> }) {
  const chosen = useChosen(list.shown?.rows.map(({ _id }) => _id) ?? [])
  const [deleted, setDeleted] = useState<readonly DeletedProduct[]>([])
  const leaveOut = ({ _id }: Product) => {
    list.change((products) => products.filter((product) => product._id !== _id))
    void list.refresh()
  }
  const { selected, open, dialog } = useProductDeletion((product) => {
    const before = list.shown?.rows ?? []
    setDeleted((all) => withDeleted(all, before, product))
    leaveOut(product)
  }, leaveOut)
  useUndone(() => void list.refresh())
  const onRestored = async ({ _id }: Product) => {
    await list.refresh()
    setDeleted((all) => all.filter(({ product }) => product._id !== _id))
  }
  const rows = (products: readonly Product[]) => (
    <ProductRows products={products} deleted={deleted} onRestored={onRestored}>
      {(product) => <ManagedProduct product={product} chosen={chosen} onDelete={() => open(product)} />}
    </ProductRows>
  )
  return (
    <>
      <PagedRows
        list={list}
        what="products"
        skeleton={<LoadingProducts />}
        empty={deleted.length > 0 ? rows([]) : <NoProducts q={list.shown?.q} />}
      >
        {rows}
      </PagedRows>
      <FeaturedBar chosen={chosen} />
      <ConfirmDialog
        {...dialog}
        title={texts.confirm.question}
        body={`“${selected?.name}” leaves the shop. Orders of it stay as they are. You can restore it from the archived ones.`}
        yes={texts.confirm.yes}
        no={texts.confirm.no}
      />
    </>
  )
}

export function NoProducts({ q }: { q: string | undefined }) {
  if (q) return <NothingFound q={q} />
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

export function NothingFound({ q }: { q: string }) {
  return (
    <EmptyState title={`Nothing found for “${q}”`} art={<EmptyDrawing />}>
      The search looks for every word in name, part number and description: fewer or shorter words find more.
    </EmptyState>
  )
}
