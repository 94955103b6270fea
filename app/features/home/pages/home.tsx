import { listProducts, type ProductQuery } from '#features/catalog/catalog.ts'
import { productListData } from '#features/catalog/product-data.ts'
import { productSorts } from '#features/catalog/schema.ts'
import { Testimonials } from '#features/reviews/components.tsx'
import { listReviews } from '#features/reviews/reviews.ts'
import { pack, unpack } from '#kit/packed.ts'
import { MAXIMUM_SEARCH_LENGTH } from '#kit/search-length.ts'
import { shopContext } from '#kit/server/page-context.ts'
import { loadOrUnavailable } from '#kit/server/page-outage.ts'
import { AppError } from '#kit/server/problem.ts'
import type { PublicPageHandle } from '#kit/server/public-addresses.ts'
import type { Shop } from '#kit/shop.ts'
import { PageLayout } from '#kit/ui/page-layout.tsx'
import { publicMeta, publicUrlOf } from '#kit/ui/page-meta.ts'
import { FeaturedProducts } from '../featured-products.tsx'
import { Hero } from '../hero.tsx'
import {
  FIRST_PAGE,
  isFirstPage,
  type ListPosition,
  PAGE_SIZE,
  positionParameters,
  readPosition,
} from '../list-position.ts'
import { Numbers } from '../numbers.tsx'
import { Skills } from '../skills.tsx'
import { Welcome } from '../welcome.tsx'
import type { Route } from './+types/home.ts'

/** How many reviews the page contains; the section fetches the rest when it is visible. */
const INITIAL_REVIEWS = 6

export const handle = {
  publicCache: { parameters: ['q', 'sort', 'page', 'after'] },
} satisfies PublicPageHandle

export const meta: Route.MetaFunction = (page) => {
  const { found } = unpack(page.loaderData)
  return [
    ...publicMeta(
      {
        title: titleOf(found),
        description:
          'Screws, bearings, seals and other machine parts in bulk: price per piece, stock and drawings at a glance.',
        parameters: {
          q: found.q,
          sort: found.sort === 'newest' && !found.q ? undefined : found.sort,
          ...positionParameters(found.position),
        },
        isUnlisted: Boolean(found.q),
      },
      page,
    ),
    { 'script:ld+json': productListData(found.rows, publicUrlOf(page)) },
  ]
}

/** Names the search and the page, so that tabs and history entries differ. */
function titleOf({ q, position }: { q?: string | undefined; position: ListPosition }): string {
  const list = q ?? 'Machine parts by the hundred'
  return 'page' in position && position.page > 1 ? `${list}, page ${position.page}` : list
}

export function loader({ context, request }: Route.LoaderArgs) {
  return loadOrUnavailable(async () => pack(await loadHome(context.get(shopContext), request)))
}

async function loadHome(shop: Shop, request: Request) {
  const { searchParams } = new URL(request.url)
  const q = searchParams.get('q')?.trim().slice(0, MAXIMUM_SEARCH_LENGTH) || undefined
  const sort = productSorts.find((name) => name === searchParams.get('sort'))
  const found = await listPage(shop, { q, sort, limit: String(PAGE_SIZE) }, readPosition(searchParams))
  const parts = q ? (await listProducts(shop, { limit: '1' })).total : found.total
  const reviews = (await listReviews(shop.db)).slice(0, INITIAL_REVIEWS)
  return {
    found: { ...found, q, sort },
    parts,
    reviews,
    holdHours: Math.round(shop.config.holdMs / 360_000) / 10,
  }
}

/** An invalid cursor, for example from a truncated link, and a page after the last one show the first page. */
async function listPage(shop: Shop, query: ProductQuery, position: ListPosition) {
  const rest = 'after' in position ? position : { skip: (position.page - 1) * PAGE_SIZE }
  try {
    const found = await listProducts(shop, { ...query, ...rest })
    if (found.rows.length > 0 || isFirstPage(position)) return { ...found, position }
  } catch (error) {
    if (!(error instanceof AppError) || error.status !== 422) throw error
  }
  return { ...(await listProducts(shop, query)), position: FIRST_PAGE }
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const { found, parts, reviews, holdHours } = unpack(loaderData)
  return (
    <PageLayout>
      <Hero parts={parts} holdHours={holdHours} />
      <Welcome />
      <FeaturedProducts {...found} />
      <div className="further-down grid grid-cols-1 gap-6 md:gap-12">
        <Testimonials reviews={reviews} />
        <Skills />
        <Numbers />
      </div>
    </PageLayout>
  )
}
