import { useEffect, useRef } from 'react'
import { useNavigation, useNavigationType } from 'react-router'
import { ProductGrid } from '#features/catalog/components.tsx'
import type { Product, ProductSort } from '#features/catalog/schema.ts'
import { countText, formatCount } from '#kit/count-text.ts'
import { EmptyDrawing } from '#kit/ui/art/empty-drawing.tsx'
import { ButtonLink } from '#kit/ui/button.tsx'
import { EmptyState } from '#kit/ui/empty-state.tsx'
import { Section } from '#kit/ui/page-layout.tsx'
import { useIsOwnSearch } from '#kit/ui/use-address-change.ts'
import {
  FIRST_PAGE,
  isFirstPage,
  type ListPosition,
  nextPosition,
  PAGE_SIZE,
  positionParameters,
  previousPosition,
} from './list-position.ts'
import { ProductSearch } from './product-search.tsx'

type FeaturedProductsProps = {
  rows: readonly Product[]
  /** How many parts match in all. */
  total: number
  /** More parts match than `total`, because counting stopped early. */
  isTotalCut?: boolean | undefined
  /** The cursor of the next page, if there is one. */
  next?: string | undefined
  /** The position of this page in the list. */
  position: ListPosition
  q?: string | undefined
  sort?: ProductSort | undefined
}

/** The parts for sale, with search and paging in the address. */
export function FeaturedProducts(props: FeaturedProductsProps) {
  const { rows, q, sort } = props
  const { state, location } = useNavigation()
  const isLoading = state === 'loading' && location.pathname === '/'
  useFocusOnPage(props.position)
  return (
    <Section
      id="products"
      title="Featured Products"
      lead={leadOf(props)}
      action={<ProductSearch q={q} sort={sort} />}
    >
      {rows.length === 0 ? <NoProducts q={q} /> : <ProductGrid products={rows} busy={isLoading} />}
      <Paging {...props} />
    </Section>
  )
}

/** Focuses the list's heading after a click on a paging link, not after Back and Forward. */
function useFocusOnPage(position: ListPosition): void {
  const isOwnSearch = useIsOwnSearch()
  const isLink = useNavigationType() === 'PUSH' && !isOwnSearch
  const shown = JSON.stringify(position)
  const before = useRef(shown)
  useEffect(() => {
    const isChanged = before.current !== shown
    before.current = shown
    if (isChanged && isLink)
      document.querySelector<HTMLElement>('#products h2')?.focus({ preventScroll: true })
  }, [shown, isLink])
}

/** The range shown, the total and the search; undefined when the whole list is shown without a search. */
function leadOf({ rows, q, ...list }: FeaturedProductsProps): string | undefined {
  if (rows.length === 0 || (!q && isWholeList(list))) return undefined
  const count = isWholeList(list) ? countLabel(list) : rangeLabel({ rows, ...list })
  return q ? `${count} for “${q}”` : count
}

type Listed = Pick<FeaturedProductsProps, 'total' | 'isTotalCut' | 'next' | 'position'>

const isWholeList = ({ position, next }: Listed): boolean => next === undefined && isFirstPage(position)

const countLabel = ({ total, isTotalCut }: Pick<Listed, 'total' | 'isTotalCut'>): string =>
  `${countText({ total, isTotalCut })} ${total === 1 ? 'part' : 'parts'}`

/** "13–24 of 60 parts"; after a cursor only the count is known. */
function rangeLabel({
  rows,
  position,
  total,
  isTotalCut,
}: Listed & Pick<FeaturedProductsProps, 'rows'>): string {
  if ('after' in position) return countLabel({ total, isTotalCut })
  const skipped = (position.page - 1) * PAGE_SIZE
  const last = skipped + rows.length
  // A count that stopped early may be below the last row shown.
  return `${formatCount(skipped + 1)}–${formatCount(last)} of ${countLabel({ total: Math.max(total, last), isTotalCut })}`
}

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

/** Links to the previous and the next page; their addresses can be shared. */
function Paging({ q, sort, ...list }: FeaturedProductsProps) {
  if (isWholeList(list)) return null
  const { position } = list
  const [previous, next] = [previousPosition(position), nextPosition(position, list.next)]
  const isNumbered = 'page' in position
  const to = (page: ListPosition) => {
    const parameters = { ...(q && { q }), ...(sort && { sort }), ...positionParameters(page) }
    return { pathname: '/', search: new URLSearchParams(parameters).toString(), hash: '#products' }
  }
  return (
    <nav
      aria-label="Pages of products"
      className="mt-4 flex flex-wrap items-center justify-center gap-x-4 gap-y-3"
    >
      {previous && (
        <ButtonLink to={to(previous)} variant="secondary" rel="prev">
          Previous products
        </ButtonLink>
      )}
      {!isNumbered && (
        <ButtonLink to={to(FIRST_PAGE)} variant="secondary">
          First products
        </ButtonLink>
      )}
      {list.rows.length > 0 && (
        <span className="text-muted text-sm max-md:-order-1 max-md:basis-full max-md:text-center">
          {rangeLabel(list)}
        </span>
      )}
      {next && (
        <ButtonLink to={to(next)} variant="secondary" rel="next">
          Next products
        </ButtonLink>
      )}
    </nav>
  )
}
