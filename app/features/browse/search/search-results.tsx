import { Link, type MetaDescriptor } from 'react-router'
import { catalogue, categoryPath, partPath } from '#features/catalog/paths.ts'
import { sortTexts } from '#features/catalog/texts.ts'
import { imageSources } from '#features/images/paths.ts'
import { priceTexts } from '#features/pricing/texts.ts'
import {
  isWholeList,
  type ListPosition,
  partsText,
  positionParameters,
  rangeText,
  titleOfPage,
} from '#kit/list-position.ts'
import { formatTotal, mostPlaces } from '#kit/money.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { SortField } from '#kit/ui/form/sort-field.tsx'
import { type Column, DataTable } from '#kit/ui/list/data-table.tsx'
import { ListPaging } from '#kit/ui/list/list-paging.tsx'
import { AlignedPrice } from '#kit/ui/mark/aligned-price.tsx'
import { classNames } from '#kit/ui/mark/class-names.ts'
import { PageHeading } from '#kit/ui/page/page-heading.tsx'
import { PageLayout } from '#kit/ui/page/page-layout.tsx'
import { publicMeta } from '#kit/ui/page/page-meta.ts'
import { useIsLoading } from '#kit/ui/page/use-is-loading.ts'
import type { FoundPart, SearchPage } from './found-parts.ts'
import { MarkedText } from './marked-text.tsx'
import { NoResults } from './no-results.tsx'
import { PAGE_SIZE, RESULT_SORTS } from './result-list.ts'

/** The meta tags of a page of results. */
export function searchMeta(
  { q, position }: SearchPage,
  page: Parameters<typeof publicMeta>[1],
): MetaDescriptor[] {
  const description = `Parts found for “${q}”: drawing, price per piece and stock.`
  return publicMeta({ title: titleOfPage(q, position), description, isUnlisted: true }, page)
}

const SORT_CHOICES = [
  { value: '', label: 'Best match' },
  ...RESULT_SORTS.map((value) => ({ value, label: sortTexts[value] })),
]

/** The page of the found parts. */
export function SearchResults({ results }: { results: SearchPage }) {
  const { q, sort, rows, corrected } = results
  const isLoading = useIsLoading(catalogue.path)
  const addressOf = (position: ListPosition) => {
    const parameters = { q, ...(sort && { sort }), ...positionParameters(position) }
    return { pathname: catalogue.path, search: new URLSearchParams(parameters).toString() }
  }
  if (rows.length === 0) return <NoResults results={results} />
  return (
    <PageLayout className="gap-4! md:gap-6!">
      <PageHeading
        title={`“${q}”: ${partsText(results)}`}
        lead={leadOf(results)}
        actions={
          <SortField list={{ pathname: catalogue.path }} q={q} sort={sort ?? ''} choices={SORT_CHOICES} />
        }
      />
      <div role="status" className="sr-only">
        {`${partsText(results)} found for “${corrected ?? q}”${sort ? `, ${sortTexts[sort].toLowerCase()}` : ''}`}
      </div>
      <Categories results={results} />
      <div
        aria-busy={isLoading}
        className={classNames('found-parts transition-opacity', isLoading && 'opacity-50')}
      >
        <DataTable
          caption={`Parts found for “${q}”`}
          columns={columnsFor(corrected ?? q, mostPlaces(rows.map(({ price }) => price)))}
          rows={[...rows]}
          rowKey={({ sku }) => sku}
          isShort
        />
        <ListPaging list={results} pageSize={PAGE_SIZE} noun="parts" addressOf={addressOf} />
      </div>
    </PageLayout>
  )
}

/** What was searched for instead, and which of the parts are shown; undefined when neither needs words. */
function leadOf(results: SearchPage): string | undefined {
  const corrected =
    results.corrected && `No part has these words. Shown are those for “${results.corrected}”.`
  const range = isWholeList(results) ? undefined : rangeText(results, PAGE_SIZE)
  return [corrected, range].filter(Boolean).join(' ') || undefined
}

/** The categories of the found parts; each link shows the found parts of one. */
function Categories({ results: { q, categories } }: { results: SearchPage }) {
  if (categories.length === 0) return null
  return (
    <nav aria-label="Categories of the results" className="found-categories">
      {categories.map(({ slug, name, count }) => (
        <Link
          key={slug}
          to={{ pathname: categoryPath(slug), search: new URLSearchParams({ q }).toString() }}
          className="flex min-h-8 shrink-0 items-center gap-2 rounded border border-line px-3 text-ink text-sm no-underline hover:border-edge hover:bg-tint pointer-coarse:min-h-11"
        >
          {name}
          {count !== undefined && <span className="text-muted">{formatCount(count)}</span>}
        </Link>
      ))}
    </nav>
  )
}

const columnsFor = (q: string, places: number): Column<FoundPart>[] => [
  {
    key: 'drawing',
    header: 'Drawing',
    className: 'found-drawing',
    cell: ({ image }) => (
      <img
        {...imageSources(image, 40)}
        alt=""
        width={40}
        height={40}
        loading="lazy"
        decoding="async"
        className="size-10 max-w-none rounded bg-tint object-contain"
      />
    ),
  },
  {
    key: 'sku',
    header: 'Part number',
    className: 'found-sku font-mono text-xs',
    cell: ({ sku }) => <MarkedText text={sku} search={q} />,
  },
  {
    key: 'name',
    header: 'Name',
    className: 'found-name',
    cell: ({ sku, name }) => (
      <Link to={partPath(sku)} className="text-ink decoration-line hover:text-link hover:decoration-current">
        <MarkedText text={name} search={q} />
      </Link>
    ),
  },
  {
    key: 'price',
    header: 'Price per piece',
    align: 'end',
    className: 'found-price',
    cell: ({ price }) => <AlignedPrice price={price} places={places} />,
  },
  {
    key: 'minimum',
    header: 'Smallest order',
    align: 'end',
    className: 'found-minimum text-muted',
    cell: ({ minimum, minimumTotal }) => `${formatCount(minimum)} for ${formatTotal(minimumTotal)}`,
  },
  {
    key: 'stock',
    header: 'In stock',
    align: 'end',
    className: 'found-stock max-md:text-muted',
    cell: ({ quantity, isSoldOut }) => {
      if (isSoldOut) return <span className="text-bad">{priceTexts.soldOut}</span>
      return (
        <>
          {formatCount(quantity)}
          {/* The cards of a phone have no heads of columns. */}
          <span className="found-unit">{' in stock'}</span>
        </>
      )
    },
  },
]
