import { useState } from 'react'
import { ButtonLink } from '#kit/ui/form/button.tsx'
import { Notice } from '#kit/ui/mark/notice.tsx'
import { PageHeading } from '#kit/ui/page/page-heading.tsx'
import { privateMeta } from '#kit/ui/page/page-meta.ts'
import { previewOf } from '../admin/new-product/new-product-form.ts'
import { ProductForm } from '../admin/new-product/product-form.tsx'
import { ProductGrid } from '../components.tsx'
import type { Draft } from '../fields/typed-fields.ts'
import { productPagePath } from '../paths.ts'
import type { Product } from '../schema.ts'
import type { Route } from './+types/add-product.ts'

export const meta: Route.MetaFunction = () => privateMeta('Add Product')

export default function AddProduct() {
  const [draft, setDraft] = useState<Draft>({})
  const [added, setAdded] = useState<Product>()
  return (
    <>
      <PageHeading title="Add Product" lead="What you add is for sale at once." />
      {added && (
        <Notice
          tone="good"
          action={
            <ButtonLink to={productPagePath(added._id)} variant="secondary" size="sm">
              Edit it
            </ButtonLink>
          }
        >
          {`“${added.name}” is for sale. Category, price breaks and an uploaded picture can be added now.`}
        </Notice>
      )}
      <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,28rem)_minmax(0,20rem)] xl:gap-12">
        <ProductForm onPreview={setDraft} onAdded={setAdded} />
        <section className="sticky top-6 hidden lg:block">
          <h2 className="mb-1 font-medium text-sm">Preview</h2>
          {/* Only a preview, so inert: its link must not be focusable. */}
          <div inert className="*:grid-cols-1!">
            <ProductGrid products={[previewOf(draft)]} busy={false} isPreview />
          </div>
        </section>
      </div>
    </>
  )
}
