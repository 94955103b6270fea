import { useNavigation } from 'react-router'
import { ProductGrid } from '#features/catalog/parts.tsx'
import type { Product, ProductSort } from '#features/catalog/schema.ts'
import { countText } from '#kit/count-text.ts'
import { EmptyDrawing } from '#kit/ui/art/empty-drawing.tsx'
import { ButtonLink } from '#kit/ui/button.tsx'
import { EmptyState } from '#kit/ui/empty-state.tsx'
import { Section } from '#kit/ui/page-layout.tsx'
import { ProductSearch } from './product-search.tsx'

type FeaturedProductsProps = {
  rows: readonly Product[]
  /** How many parts match in all. */
  total: number
  /** More than that. */
  isTotalCut?: boolean | undefined
  /** The cursor of the next page, if there is one. */
  next?: string | undefined
  isFirst: boolean
  q?: string | undefined
  sort?: ProductSort | undefined
}

/** The parts for sale, with search and paging that work by address alone. */
export function FeaturedProducts({ rows, total, isTotalCut, next, isFirst, q, sort }: FeaturedProductsProps) {
  const { state, location } = useNavigation()
  const isRenewing = state === 'loading' && location.pathname === '/'
  return (
    <Section
      id="products"
      title="Featured Products"
      lead={q && total > 0 ? `${counted(total, isTotalCut)} for “${q}”` : undefined}
      action={<ProductSearch q={q} sort={sort} />}
    >
      {rows.length === 0 ? <NoProducts q={q} /> : <ProductGrid products={rows} busy={isRenewing} />}
      <Paging next={next} isFirst={isFirst} q={q} sort={sort} />
    </Section>
  )
}

const counted = (total: number, isTotalCut: boolean | undefined): string =>
  `${countText({ total, isTotalCut })} ${total === 1 ? 'part' : 'parts'}`

function NoProducts({ q }: { q: string | undefined }) {
  if (q) {
    return (
      <EmptyState
        title={`Nothing found for “${q}”`}
        art={<EmptyDrawing />}
        action={<ButtonLink to="/#products">Show all parts</ButtonLink>}
      >
        The search looks for every word in name, part number and description: fewer or shorter words find
        more.
      </EmptyState>
    )
  }
  return (
    <EmptyState title="No parts yet" art={<EmptyDrawing />}>
      The parts for sale are listed here as soon as there are some.
    </EmptyState>
  )
}

type PagingProps = Pick<FeaturedProductsProps, 'next' | 'isFirst' | 'q' | 'sort'>

function Paging({ next, isFirst, q, sort }: PagingProps) {
  const search = (after?: string) =>
    new URLSearchParams({ ...(q && { q }), ...(sort && { sort }), ...(after && { after }) }).toString()
  if (isFirst && !next) return null
  return (
    <nav aria-label="Pages of products" className="mt-2 flex flex-wrap justify-center gap-3">
      {!isFirst && (
        <ButtonLink to={{ pathname: '/', search: search(), hash: '#products' }} variant="secondary">
          First products
        </ButtonLink>
      )}
      {next && (
        <ButtonLink to={{ pathname: '/', search: search(next), hash: '#products' }} variant="secondary">
          Next products
        </ButtonLink>
      )}
    </nav>
  )
}
