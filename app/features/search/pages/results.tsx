import { data } from 'react-router'
import { pack, unpack } from '#kit/packed.ts'
import { shopContext } from '#kit/server/page-context.ts'
import { loadOrUnavailable } from '#kit/server/page-outage.ts'
import type { PublicPageHandle } from '#kit/server/public-addresses.ts'
import { loadSearchResults } from '../search.ts'
import { SearchResults, searchMeta } from '../search-results.tsx'
import type { Route } from './+types/results.ts'

export const handle = {
  publicCache: { parameters: ['q', 'sort', 'page', 'after'] },
} satisfies PublicPageHandle

export const meta: Route.MetaFunction = (page) => searchMeta(unpack(page.loaderData), page)

export function loader({ context, request }: Route.LoaderArgs) {
  return loadOrUnavailable(async () => {
    const results = await loadSearchResults(context.get(shopContext), request)
    if (!results) throw data(null, { status: 404 })
    return pack(results)
  })
}

export default function ResultsPage({ loaderData }: Route.ComponentProps) {
  return <SearchResults results={unpack(loaderData)} />
}
