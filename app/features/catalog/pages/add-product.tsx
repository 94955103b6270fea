import { useState } from 'react'
import { PageHeading } from '#kit/ui/page-heading.tsx'
import { privateMeta } from '#kit/ui/page-meta.ts'
import { ProductGrid } from '../components.tsx'
import { draftOf } from '../new-product-form.ts'
import { ProductForm } from '../product-form.tsx'
import type { Route } from './+types/add-product.ts'

export const meta: Route.MetaFunction = () => privateMeta('Add Product')

const EMPTY_DRAFT = draftOf(() => '')

export default function AddProduct() {
  const [draft, setDraft] = useState(EMPTY_DRAFT)
  return (
    <>
      <PageHeading title="Add Product" lead="What you add is for sale at once." />
      <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,28rem)_minmax(0,20rem)] xl:gap-12">
        <ProductForm onDraft={setDraft} onAdded={() => setDraft(EMPTY_DRAFT)} />
        <section className="sticky top-6 hidden lg:block">
          <h2 className="mb-1 font-medium text-sm">Preview</h2>
          {/* Only a preview, so inert: its link must not be focusable. */}
          <div inert className="*:grid-cols-1!">
            <ProductGrid products={[draft]} busy={false} />
          </div>
        </section>
      </div>
    </>
  )
}
