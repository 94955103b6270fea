import { listProducts } from '#features/catalog/catalog.ts'
import { type ProductSort, productSorts } from '#features/catalog/schema.ts'
import { shopContext } from '#kit/http/page-context.ts'
import { AppError } from '#kit/http/problem.ts'
import { PageLayout } from '#kit/ui/page-layout.tsx'
import { FeaturedProducts } from '../featured-products.tsx'
import { Hero } from '../hero.tsx'
import { Numbers } from '../numbers.tsx'
import { Skills } from '../skills.tsx'
import { Welcome } from '../welcome.tsx'
import type { Route } from './+types/home.ts'

const PAGE_SIZE = '60'
const LONGEST_SEARCH = 200

export const meta: Route.MetaFunction = () => [
  { title: 'Parts Shop: machine parts by the hundred' },
  {
    name: 'description',
    content:
      'Screws, bearings, seals and other machine parts in bulk: price per piece, stock and drawings at a glance.',
  },
]

export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, config } = context.get(shopContext)
  const { searchParams } = new URL(request.url)
  const q = searchParams.get('q')?.trim().slice(0, LONGEST_SEARCH) || undefined
  const sort = productSorts.find((known) => known === searchParams.get('sort'))
  const found = await listFrom(db, { q, sort, limit: PAGE_SIZE }, searchParams.get('after') || undefined)
  return { ...found, q, sort, holdHours: Math.round(config.holdMs / 360_000) / 10 }
}

/** A cursor that is none, from a link cut short for one, begins the list anew. */
async function listFrom(
  db: Parameters<typeof listProducts>[0],
  query: { q?: string | undefined; sort?: ProductSort | undefined; limit: string },
  after: string | undefined,
) {
  try {
    return { ...(await listProducts(db, { ...query, after })), isFirst: after === undefined }
  } catch (error) {
    if (!(error instanceof AppError) || error.status !== 422) throw error
    return { ...(await listProducts(db, query)), isFirst: true }
  }
}

export default function Home({ loaderData }: Route.ComponentProps) {
  return (
    <PageLayout>
      <Hero parts={loaderData.total} holdHours={loaderData.holdHours} />
      <Welcome />
      <FeaturedProducts {...loaderData} />
      <Skills />
      <Numbers />
    </PageLayout>
  )
}
