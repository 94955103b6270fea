import { Link } from 'react-router'
import { ProductGrid } from '#features/catalog/components.tsx'
import { catalogue } from '#features/catalog/paths.ts'
import type { Product } from '#features/catalog/schema.ts'
import { partsText } from '#kit/list-position.ts'
import { EmptyDrawing } from '#kit/ui/art/empty-drawing.tsx'
import { EmptyState } from '#kit/ui/list/empty-state.tsx'
import { Section } from '#kit/ui/page/page-layout.tsx'

type FeaturedProductsProps = {
  title: string
  /** The parts that the staff marked, else the newest. */
  products: readonly Product[]
  /** How many parts are for sale. */
  total: number
}

/** Some parts for sale, as cards; the others are in the catalogue. */
export const FeaturedProducts = ({ title, products, total }: FeaturedProductsProps) => (
  <Section
    id="products"
    title={title}
    action={
      products.length < total && (
        <Link
          to={catalogue.path}
          className="inline-flex min-h-6 items-center pointer-coarse:min-h-11"
        >{`All ${partsText({ total })}`}</Link>
      )
    }
  >
    {products.length > 0 ? (
      <ProductGrid products={products} busy={false} />
    ) : (
      <EmptyState title="No parts yet" art={<EmptyDrawing />}>
        The parts for sale are listed here as soon as there are some.
      </EmptyState>
    )}
  </Section>
)
