import { redirect } from 'react-router'
import { holdFact } from '#features/accounts/hold-hours.ts'
import { type CategoryTile, listMainCategories, movedListPath } from '#features/browse/browse.ts'
import { CategoryTiles } from '#features/browse/components.tsx'
import { listFeatured } from '#features/catalog/catalog.ts'
import { productListData } from '#features/catalog/product-data.ts'
import { holdHoursOf } from '#features/orders/orders.ts'
import { Testimonials } from '#features/reviews/components.tsx'
import { listReviews } from '#features/reviews/reviews.ts'
import { currentSettings } from '#features/settings/settings.ts'
import type { PublicPageHandle } from '#kit/public-cache/public-addresses.ts'
import { pack, unpack } from '#kit/rendering/packed.ts'
import { shopContext } from '#kit/rendering/page-context.ts'
import { loadOrUnavailable } from '#kit/rendering/page-outage.ts'
import type { Shop } from '#kit/shop.ts'
import { PageLayout } from '#kit/ui/page/page-layout.tsx'
import { publicMeta, publicUrlOf } from '#kit/ui/page/page-meta.ts'
import { FeaturedProducts } from '../home/featured-products.tsx'
import { Hero } from '../home/hero.tsx'
import { Numbers } from '../home/numbers.tsx'
import { PasteList } from '../home/paste-list.tsx'
import { Skills } from '../home/skills.tsx'
import { Welcome } from '../home/welcome.tsx'
import { currentHomeTexts } from '../texts/site-texts.ts'
import type { Route } from './+types/home.ts'

/** How many reviews the page contains; the section fetches the rest when it is visible. */
const INITIAL_REVIEWS = 6

export const handle = { publicCache: { parameters: [] } } satisfies PublicPageHandle

export const meta: Route.MetaFunction = (page) => {
  const { featured } = unpack(page.loaderData)
  return [
    ...publicMeta(
      {
        title: 'Machine parts by the hundred',
        description:
          'Screws, bearings, seals and other machine parts in bulk: price per piece, stock and drawings at a glance.',
      },
      page,
    ),
    { 'script:ld+json': productListData(featured.rows, publicUrlOf(page)) },
  ]
}

export function loader({ context, url }: Route.LoaderArgs) {
  const moved = movedListPath(url.searchParams)
  if (moved !== undefined) throw redirect(moved)
  return loadOrUnavailable(async () => pack(await loadHome(context.get(shopContext))))
}

async function loadHome(shop: Shop) {
  return {
    texts: await currentHomeTexts(shop),
    drawing: (await currentSettings(shop)).shop.hero,
    categories: (await listMainCategories(shop.db)).map(({ tiles: _, ...main }) => main),
    featured: await listFeatured(shop.db),
    reviews: (await listReviews(shop.db)).slice(0, INITIAL_REVIEWS),
    hold: holdFact(holdHoursOf(shop)),
  }
}

/** First what a buyer needs who knows what to buy, then the sections in the sequence of the specification. */
export default function Home({ loaderData }: Route.ComponentProps) {
  const { texts, drawing, categories, featured, reviews, hold } = unpack(loaderData)
  return (
    <PageLayout className="md:-mt-6">
      <div className="home-start">
        <PasteList />
        {categories.length > 0 && <Categories tiles={categories} />}
      </div>
      <Hero texts={texts} drawing={drawing} parts={featured.total} hold={hold} />
      <Welcome title={texts.welcomeHeading} text={texts.welcomeText} />
      <FeaturedProducts title={texts.productsHeading} products={featured.rows} total={featured.total} />
      <div className="further-down grid grid-cols-1 gap-6 md:gap-12">
        {texts.skills.length > 0 && (
          <Skills title={texts.skillsHeading} lead={texts.skillsLead} skills={texts.skills} />
        )}
        {texts.numbers.length > 0 && <Numbers title={texts.numbersHeading} numbers={texts.numbers} />}
        <Testimonials title={texts.testimonialsHeading} reviews={reviews} />
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
