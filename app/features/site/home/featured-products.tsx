import { useEffect, useRef } from 'react'
import { useNavigationType } from 'react-router'
import { ProductGrid } from '#features/catalog/components.tsx'
import type { Product, ProductSort } from '#features/catalog/schema.ts'
import { sortTexts } from '#features/catalog/texts.ts'
import {
  isWholeList,
  type ListPosition,
  partsText,
  positionParameters,
  rangeText,
} from '#kit/list-position.ts'
import { EmptyDrawing } from '#kit/ui/art/empty-drawing.tsx'
import { ButtonLink } from '#kit/ui/form/button.tsx'
import { SortField } from '#kit/ui/form/sort-field.tsx'
import { useIsOwnSearch } from '#kit/ui/form/use-address-change.ts'
import { EmptyState } from '#kit/ui/list/empty-state.tsx'
import { ListPaging } from '#kit/ui/list/list-paging.tsx'
import { Section } from '#kit/ui/page/page-layout.tsx'
import { useIsLoading } from '#kit/ui/page/use-is-loading.ts'
import { useLiveSearch } from './use-live-search.ts'

type FeaturedProductsProps = {
  title: string
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

/** The default sort has no parameter in the address: the best match of a search, else the newest first. */
const sortsOf = (q: string | undefined): { value: ProductSort | ''; label: string }[] => [
  ...(q ? [{ value: '', label: 'Best match' } as const] : []),
  { value: q ? 'newest' : '', label: sortTexts.newest },
  ...(['name', 'price', '-price'] as const).map((value) => ({ value, label: sortTexts[value] })),
]

const LIST = { pathname: '/', hash: '#products' } as const

/** The parts for sale, with search and paging in the address. */
export function FeaturedProducts(props: FeaturedProductsProps) {
  const { rows, q } = props
  const sort = props.sort === 'newest' && !q ? undefined : props.sort
  useLiveSearch(q, sort)
  const isLoading = useIsLoading('/')
  useFocusOnPage(props.position)
  const addressOf = (position: ListPosition) => {
    const parameters = { ...(q && { q }), ...(sort && { sort }), ...positionParameters(position) }
    return { ...LIST, search: new URLSearchParams(parameters).toString() }
  }
  return (
    <Section
      id="products"
      title={props.title}
      lead={leadOf(props)}
      action={<SortField list={LIST} q={q} sort={sort ?? ''} choices={sortsOf(q)} />}
    >
      {rows.length === 0 ? <NoProducts q={q} /> : <ProductGrid products={rows} busy={isLoading} />}
      <ListPaging list={props} pageSize={PAGE_SIZE} noun="products" addressOf={addressOf} />
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
function leadOf({ q, ...list }: FeaturedProductsProps): string | undefined {
  if (list.rows.length === 0 || (!q && isWholeList(list))) return undefined
  const count = isWholeList(list) ? partsText(list) : rangeText(list, PAGE_SIZE)
  return q ? `${count} for “${q}”` : count
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

/** The number of parts on a page of the list. */
export const PAGE_SIZE = 12
