import { holdFact } from '#features/accounts/hold-hours.ts'
import { type CategoryTile, listMainCategories } from '#features/browse/browse.ts'
import { CategoryTiles } from '#features/browse/components.tsx'
import { listProducts } from '#features/catalog/catalog.ts'
import { productListData } from '#features/catalog/product-data.ts'
import { productSorts } from '#features/catalog/schema.ts'
import { holdHoursOf } from '#features/orders/orders.ts'
import { Testimonials } from '#features/reviews/components.tsx'
import { listReviews } from '#features/reviews/reviews.ts'
import { readSearch } from '#kit/input/search-length.ts'
import { positionParameters, readPosition, titleOfPage } from '#kit/list-position.ts'
import type { PublicPageHandle } from '#kit/public-cache/public-addresses.ts'
import { listPage } from '#kit/rendering/list-page.ts'
import { pack, unpack } from '#kit/rendering/packed.ts'
import { shopContext } from '#kit/rendering/page-context.ts'
import { loadOrUnavailable } from '#kit/rendering/page-outage.ts'
import type { Shop } from '#kit/shop.ts'
import { PageLayout } from '#kit/ui/page/page-layout.tsx'
import { publicMeta, publicUrlOf } from '#kit/ui/page/page-meta.ts'
import { FeaturedProducts, PAGE_SIZE } from '../home/featured-products.tsx'
import { Hero } from '../home/hero.tsx'
import { Numbers } from '../home/numbers.tsx'
import { Skills } from '../home/skills.tsx'
import { Welcome } from '../home/welcome.tsx'
import { currentHomeTexts } from '../texts/site-texts.ts'
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
        title: titleOfPage(found.q ?? 'Machine parts by the hundred', found.position),
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

export function loader({ context, url }: Route.LoaderArgs) {
  return loadOrUnavailable(async () => pack(await loadHome(context.get(shopContext), url.searchParams)))
}

async function loadHome(shop: Shop, searchParams: URLSearchParams) {
  const q = readSearch(searchParams) || undefined
  const sort = productSorts.find((name) => name === searchParams.get('sort'))
  const found = await listPage(readPosition(searchParams, PAGE_SIZE), PAGE_SIZE, (start) =>
    listProducts(shop.db, { q, sort, limit: String(PAGE_SIZE), ...start }),
  )
  const parts = q ? (await listProducts(shop.db, { limit: '1' })).total : found.total
  const reviews = (await listReviews(shop.db)).slice(0, INITIAL_REVIEWS)
  const categories = (await listMainCategories(shop.db)).map(({ tiles: _, ...main }) => main)
  return {
    texts: await currentHomeTexts(shop),
    categories,
    found: { ...found, q, sort },
    parts,
    reviews,
    hold: holdFact(holdHoursOf(shop)),
  }
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const { texts, categories, found, parts, reviews, hold } = unpack(loaderData)
  return (
    <PageLayout>
      <div className="grid grid-cols-1 gap-3">
        <Hero texts={texts} parts={parts} hold={hold} />
        {categories.length > 0 && <Categories tiles={categories} />}
      </div>
      <Welcome title={texts.welcomeHeading} text={texts.welcomeText} />
      <FeaturedProducts title={texts.productsHeading} {...found} />
      <div className="further-down grid grid-cols-1 gap-6 md:gap-12">
        <Testimonials title={texts.testimonialsHeading} reviews={reviews} />
        {texts.skills.length > 0 && (
          <Skills title={texts.skillsHeading} lead={texts.skillsLead} skills={texts.skills} />
        )}
        {texts.numbers.length > 0 && <Numbers title={texts.numbersHeading} numbers={texts.numbers} />}
      </div>
    </PageLayout>
  )
}

/** Where a buyer begins who does not search. */
const Categories = ({ tiles }: { tiles: readonly CategoryTile[] }) => (
  <section aria-label="Categories" className="home-categories">
    <CategoryTiles tiles={tiles} />
  </section>
)
