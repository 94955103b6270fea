import { listProducts, type ProductQuery } from '#features/catalog/catalog.ts'
import { productList } from '#features/catalog/product-data.ts'
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
  BEGINNING,
  isBeginning,
  type ListPlace,
  PAGE_SIZE,
  placeParameters,
  readPlace,
} from '../list-place.ts'
import { Numbers } from '../numbers.tsx'
import { Skills } from '../skills.tsx'
import { Welcome } from '../welcome.tsx'
import type { Route } from './+types/home.ts'

/** What the page carries; the section asks for the rest when it is seen. */
const REVIEWS_AT_FIRST = 6

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
          sort: found.sort === 'newest' ? undefined : found.sort,
          ...placeParameters(found.place),
        },
        isUnlisted: Boolean(found.q),
      },
      page,
    ),
    { 'script:ld+json': productList(found.rows, publicUrlOf(page)) },
  ]
}

/** Names the search and the page, so that tabs and the history tell them apart. */
function titleOf({ q, place }: { q?: string | undefined; place: ListPlace }): string {
  const list = q ?? 'Machine parts by the hundred'
  return 'page' in place && place.page > 1 ? `${list}, page ${place.page}` : list
}

export function loader({ context, request }: Route.LoaderArgs) {
  return loadOrUnavailable(async () => pack(await loadHome(context.get(shopContext), request)))
}

async function loadHome(shop: Shop, request: Request) {
  const { searchParams } = new URL(request.url)
  const q = searchParams.get('q')?.trim().slice(0, MAXIMUM_SEARCH_LENGTH) || undefined
  const sort = productSorts.find((known) => known === searchParams.get('sort'))
  const found = await listFrom(shop, { q, sort, limit: String(PAGE_SIZE) }, readPlace(searchParams))
  const parts = q ? (await listProducts(shop, { limit: '1' })).total : found.total
  const reviews = (await listReviews(shop.db)).slice(0, REVIEWS_AT_FIRST)
  return {
    found: { ...found, q, sort },
    parts,
    reviews,
    holdHours: Math.round(shop.config.holdMs / 360_000) / 10,
  }
}

/** A cursor that is none, for example from a link cut short, and a page beyond the last one begin the list anew. */
async function listFrom(shop: Shop, query: ProductQuery, place: ListPlace) {
  const rest = 'after' in place ? place : { skip: (place.page - 1) * PAGE_SIZE }
  try {
    const found = await listProducts(shop, { ...query, ...rest })
    if (found.rows.length > 0 || isBeginning(place)) return { ...found, place }
  } catch (error) {
    if (!(error instanceof AppError) || error.status !== 422) throw error
  }
  return { ...(await listProducts(shop, query)), place: BEGINNING }
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
