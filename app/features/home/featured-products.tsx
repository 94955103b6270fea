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
  BEGINNING,
  isBeginning,
  type ListPlace,
  nextPlace,
  PAGE_SIZE,
  placeParameters,
  previousPlace,
} from './list-place.ts'
import { ProductSearch } from './product-search.tsx'

type FeaturedProductsProps = {
  rows: readonly Product[]
  /** How many parts match in all. */
  total: number
  /** More than that. */
  isTotalCut?: boolean | undefined
  /** The cursor of the next page, if there is one. */
  next?: string | undefined
  /** What of the list is shown. */
  place: ListPlace
  q?: string | undefined
  sort?: ProductSort | undefined
}

/** The parts for sale, with search and paging that work by address alone. */
export function FeaturedProducts(props: FeaturedProductsProps) {
  const { rows, q, sort } = props
  const { state, location } = useNavigation()
  const isRenewing = state === 'loading' && location.pathname === '/'
  useFocusOnPage(props.place)
  return (
    <Section
      id="products"
      title="Featured Products"
      lead={leadOf(props)}
      action={<ProductSearch q={q} sort={sort} />}
    >
      {rows.length === 0 ? <NoProducts q={q} /> : <ProductGrid products={rows} busy={isRenewing} />}
      <Paging {...props} />
    </Section>
  )
}

/** Brings the focus to the list's heading when a link of its paging was followed; Back and Forward move nothing. */
function useFocusOnPage(place: ListPlace): void {
  const isOwnSearch = useIsOwnSearch()
  const isLink = useNavigationType() === 'PUSH' && !isOwnSearch
  const shown = JSON.stringify(place)
  const before = useRef(shown)
  useEffect(() => {
    const isOther = before.current !== shown
    before.current = shown
    if (isOther && isLink) document.querySelector<HTMLElement>('#products h2')?.focus({ preventScroll: true })
  }, [shown, isLink])
}

/** What of how many is shown, and what was searched for; nothing where the whole list needs no words. */
function leadOf({ rows, q, ...list }: FeaturedProductsProps): string | undefined {
  if (rows.length === 0 || (!q && isWhole(list))) return undefined
  const count = isWhole(list) ? counted(list) : rangeOf({ rows, ...list })
  return q ? `${count} for “${q}”` : count
}

type Listed = Pick<FeaturedProductsProps, 'total' | 'isTotalCut' | 'next' | 'place'>

const isWhole = ({ place, next }: Listed): boolean => next === undefined && isBeginning(place)

const counted = ({ total, isTotalCut }: Pick<Listed, 'total' | 'isTotalCut'>): string =>
  `${countText({ total, isTotalCut })} ${total === 1 ? 'part' : 'parts'}`

/** "13–24 of 60 parts"; beyond the numbered pages only the count is known. */
function rangeOf({ rows, place, total, isTotalCut }: Listed & Pick<FeaturedProductsProps, 'rows'>): string {
  if ('after' in place) return counted({ total, isTotalCut })
  const passed = (place.page - 1) * PAGE_SIZE
  const last = passed + rows.length
  // A count that ended early may be less than what is shown by now.
  return `${formatCount(passed + 1)}–${formatCount(last)} of ${counted({ total: Math.max(total, last), isTotalCut })}`
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

/** The ways to the pages around this one, by addresses that anyone can keep. */
function Paging({ q, sort, ...list }: FeaturedProductsProps) {
  if (isWhole(list)) return null
  const { place } = list
  const [previous, next] = [previousPlace(place), nextPlace(place, list.next)]
  const isNumbered = 'page' in place
  const to = (page: ListPlace) => {
    const parameters = { ...(q && { q }), ...(sort && { sort }), ...placeParameters(page) }
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
        <ButtonLink to={to(BEGINNING)} variant="secondary">
          First products
        </ButtonLink>
      )}
      {list.rows.length > 0 && (
        <span className="text-muted text-sm max-md:-order-1 max-md:basis-full max-md:text-center">
          {rangeOf(list)}
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
