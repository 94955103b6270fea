import { Link } from 'react-router'
import { categoryPath } from '#features/catalog/paths.ts'
import { partsText } from '#kit/list-position.ts'
import type { PublicPageHandle } from '#kit/public-cache/public-addresses.ts'
import { pack, unpack } from '#kit/rendering/packed.ts'
import { shopContext } from '#kit/rendering/page-context.ts'
import { loadOrUnavailable } from '#kit/rendering/page-outage.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { EmptyDrawing } from '#kit/ui/art/empty-drawing.tsx'
import { EmptyState } from '#kit/ui/list/empty-state.tsx'
import { PageHeading } from '#kit/ui/page/page-heading.tsx'
import { PageLayout, WidePage } from '#kit/ui/page/page-layout.tsx'
import { publicMeta } from '#kit/ui/page/page-meta.ts'
import { listMainCategories, type MainCategory } from '../category/category-overview.ts'
import { CategoryTiles } from '../category/category-tiles.tsx'
import { loadSearchResults } from '../search/found-parts.ts'
import { SearchResults, searchMeta } from '../search/search-results.tsx'
import type { Route } from './+types/parts.ts'

export const handle = {
  publicCache: { parameters: ['q', 'sort', 'page', 'after'] },
} satisfies PublicPageHandle

export const meta: Route.MetaFunction = (page) => {
  const { mainCategories, results } = unpack(page.loaderData)
  if (results) return searchMeta(results, page)
  const names = mainCategories.map(({ name }) => name.toLowerCase()).join(', ')
  return publicMeta(
    {
      title: 'All parts by category',
      description: `The whole catalogue by category: ${names || 'machine parts'}. Filter by size and material, compare prices and stock.`,
    },
    page,
  )
}

/** The found parts when the address has a search, else the categories. */
export function loader({ context, url }: Route.LoaderArgs) {
  return loadOrUnavailable(async () => {
    const shop = context.get(shopContext)
    const results = await loadSearchResults(shop, url.searchParams)
    return pack(
      results ? { results, mainCategories: [] } : { mainCategories: await listMainCategories(shop.db) },
    )
  })
}

export default function PartsPage({ loaderData }: Route.ComponentProps) {
  const { results, mainCategories } = unpack(loaderData)
  if (!results) return <Overview mainCategories={mainCategories} />
  return (
    <WidePage>
      <SearchResults results={results} />
    </WidePage>
  )
}

function Overview({ mainCategories }: { mainCategories: readonly MainCategory[] }) {
  return (
    <PageLayout>
      <PageHeading title="Parts" lead={leadOf(mainCategories)} />
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
