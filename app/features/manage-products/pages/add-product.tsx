import { useState } from 'react'
import { loadPrivately } from '#features/accounts/components.tsx'
import { ProductGrid } from '#features/catalog/components.tsx'
import type { Draft } from '#features/catalog/fields.ts'
import { productPagePath } from '#features/catalog/paths.ts'
import type { ManagedProduct } from '#features/catalog/schema.ts'
import { ButtonLink } from '#kit/ui/form/button.tsx'
import { Notice } from '#kit/ui/mark/notice.tsx'
import { LoadFailure } from '#kit/ui/page/load-failure.tsx'
import { PageHeading } from '#kit/ui/page/page-heading.tsx'
import { privateMeta } from '#kit/ui/page/page-meta.ts'
import { fetchCategories, fetchProduct } from '../client.ts'
import { previewOf } from '../new-product/new-product-form.ts'
import { ProductForm } from '../new-product/product-form.tsx'
import { useNewProduct } from '../new-product/use-new-product.ts'
import type { Route } from './+types/add-product.ts'

export const meta: Route.MetaFunction = () => privateMeta('Add Product')

export async function clientLoader({ request, url }: Route.ClientLoaderArgs) {
  return loadPrivately(request, async ({ email }) => {
    const { signal } = request
    const copied = url.searchParams.get('copy')
    const [categories, product] = await Promise.all([
      fetchCategories(signal),
      copied === null ? undefined : fetchProduct(copied, signal),
    ])
    return { categories, product, email }
  })
}

export default function AddProduct({ loaderData }: Route.ComponentProps) {
  // Another product to copy begins another form.
  return <NewProduct key={loaderData.product?._id} {...loaderData} />
}

function NewProduct({ categories, product, email }: Route.ComponentProps['loaderData']) {
  const [draft, setDraft] = useNewProduct(email, product)
  const [shown, setShown] = useState<Draft>(draft)
  const [added, setAdded] = useState<ManagedProduct>()
  return (
    <>
      <PageHeading
        title="Add Product"
        lead={
          product
            ? `All but the part number and the quantity is that of “${product.name}”. Give it another name.`
            : 'What you add is for sale at once, unless you say otherwise.'
        }
      />
      {added && <Added product={added} />}
      <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,28rem)_minmax(0,20rem)] xl:gap-12">
        <ProductForm
          categories={categories}
          draft={draft}
          onType={setDraft}
          onPreview={setShown}
          onAdded={setAdded}
        />
        <section className="sticky top-6 hidden lg:block">
          <h2 className="mb-1 font-medium text-sm">Preview</h2>
          {/* Only a preview, so inert: its link must not be focusable. */}
          <div inert className="*:grid-cols-1!">
            <ProductGrid products={[previewOf(shown)]} busy={false} isPreview />
          </div>
        </section>
      </div>
    </>
  )
}

const Added = ({ product: { _id, name, unpublished } }: { product: ManagedProduct }) => (
  <Notice
    tone="good"
    action={
      <ButtonLink to={productPagePath(_id)} variant="secondary" size="sm">
        Edit it
      </ButtonLink>
    }
  >
    {unpublished
      ? `“${name}” is kept. Only staff see it, until it is put up for sale on its page.`
      : `“${name}” is for sale.`}
  </Notice>
)

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <LoadFailure heading="Add Product" title="The form could not be loaded" error={error} />
}
