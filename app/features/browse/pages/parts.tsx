import { useMemo } from 'react'
import { createPath, Link, redirect } from 'react-router'
import { categoryPath } from '#features/catalog/paths.ts'
import { partsText } from '#kit/list-position.ts'
import type { PublicPageHandle } from '#kit/public-cache/public-addresses.ts'
import { pack, unpack } from '#kit/rendering/packed.ts'
import { shopContext } from '#kit/rendering/page-context.ts'
import { loadOrUnavailable } from '#kit/rendering/page-outage.ts'
import type { Shop } from '#kit/shop.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { EmptyDrawing } from '#kit/ui/art/empty-drawing.tsx'
import { EmptyState } from '#kit/ui/list/empty-state.tsx'
import { PageHeading } from '#kit/ui/page/page-heading.tsx'
import { PageLayout } from '#kit/ui/page/page-layout.tsx'
import { publicMeta } from '#kit/ui/page/page-meta.ts'
import { AllParts, allPartsMeta } from '../all-parts/all-parts.tsx'
import { loadAllParts } from '../all-parts/load-all-parts.ts'
import { allPartsPath, asksForAllParts, type PartList } from '../all-parts/part-list.ts'
import { listMainCategories, type MainCategory } from '../category/category-overview.ts'
import { CategoryTiles } from '../category/category-tiles.tsx'
import { addressOfForm, hasFormFields } from '../filters/selection.ts'
import { loadSearchResults } from '../search/found-parts.ts'
import { SearchResults, searchMeta } from '../search/search-results.tsx'
import type { Route } from './+types/parts.ts'

/** With a search the names of the parameters are attributes, as on the page of a category. */
export const handle = {
  publicCache: { parameters: 'any' },
} satisfies PublicPageHandle

export const meta: Route.MetaFunction = (page) => {
  const { mainCategories, results, list } = unpack(page.loaderData)
  if (results) return searchMeta(results, page)
  if (list) return allPartsMeta(list, page)
  const names = mainCategories.map(({ name }) => name.toLowerCase()).join(', ')
  return publicMeta(
    {
      title: 'All parts by category',
      description: `The whole catalogue by category: ${names || 'machine parts'}. Filter by size and material, compare prices and stock.`,
    },
    page,
  )
}

/** What the page shows: found parts, all parts or the categories. */
interface PartsData {
  results?: Awaited<ReturnType<typeof loadSearchResults>>
  list?: PartList | undefined
  mainCategories: readonly MainCategory[]
}

/**
 * The found parts when the address has a search, all parts in one list when it has another parameter of a list, else the
 * categories. A shop whose parts have no category has the list alone.
 */
export function loader({ context, url: { searchParams } }: Route.LoaderArgs) {
  // The filters of a search without scripts.
  if (searchParams.get('q') && hasFormFields(searchParams))
    throw redirect(createPath(addressOfForm(undefined, searchParams)))
  return loadOrUnavailable(async () => pack(await loadParts(context.get(shopContext), searchParams)))
}

async function loadParts(shop: Shop, searchParams: URLSearchParams): Promise<PartsData> {
  const results = await loadSearchResults(shop, searchParams)
  if (results) return { results, mainCategories: [] }
  const mainCategories = asksForAllParts(searchParams) ? [] : await listMainCategories(shop.db)
  if (mainCategories.length > 0) return { mainCategories }
  const list = await loadAllParts(shop, searchParams)
  return { ...(list.total > 0 && { list }), mainCategories }
}

export default function PartsPage({ loaderData }: Route.ComponentProps) {
  const { results, list, mainCategories } = useMemo(() => unpack(loaderData), [loaderData])
  if (list) return <AllParts list={list} />
  if (!results) return <Overview mainCategories={mainCategories} />
  return <SearchResults results={results} />
}

function Overview({ mainCategories }: { mainCategories: readonly MainCategory[] }) {
  return (
    <PageLayout>
      <PageHeading
        title="Parts"
        lead={leadOf(mainCategories)}
        actions={mainCategories.length > 0 && <Link to={allPartsPath}>All parts in one list</Link>}
      />
      {mainCategories.length === 0 ? (
        <EmptyState title="No parts yet" art={<EmptyDrawing />}>
          The categories of the catalogue are listed here as soon as they have parts.
        </EmptyState>
      ) : (
        <div className="grid gap-6">
          {mainCategories.map((main) => (
            <MainCategorySection key={main.slug} main={main} />
          ))}
        </div>
      )}
    </PageLayout>
  )
}

function leadOf(mainCategories: readonly MainCategory[]): string | undefined {
  if (mainCategories.length === 0) return undefined
  const total = mainCategories.reduce((sum, { count }) => sum + count, 0)
  const categories = mainCategories.reduce((sum, { tiles }) => sum + Math.max(1, tiles.length), 0)
  return `${partsText({ total })} in ${formatCount(categories)} ${categories === 1 ? 'category' : 'categories'}.`
}

/** A main category with the tiles of those below it; one without categories below it is its own tile. */
function MainCategorySection({ main }: { main: MainCategory }) {
  const { slug, name, count, tiles } = main
  return (
    <section aria-labelledby={`category-${slug}`} className="main-category">
      <div>
        <h2 id={`category-${slug}`}>
          <Link to={categoryPath(slug)} className="text-ink no-underline hover:underline">
            {name}
          </Link>
        </h2>
        <p className="text-muted text-sm">{partsText({ total: count })}</p>
      </div>
      <CategoryTiles tiles={tiles.length > 0 ? tiles : [main]} />
    </section>
  )
}
