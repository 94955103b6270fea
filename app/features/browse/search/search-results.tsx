import { memo } from 'react'
import type { MetaDescriptor } from 'react-router'
import { useSession } from '#features/accounts/browser-session.ts'
import { partsText, titleOfPage } from '#kit/list-position.ts'
import { WidePage } from '#kit/ui/page/page-layout.tsx'
import { publicMeta } from '#kit/ui/page/page-meta.ts'
import { useCode } from '#kit/ui/page/use-code.ts'
import { BrowsePage } from '../category/browse-page.tsx'
import type { SearchPage } from './found-parts.ts'
import { NoResults } from './no-results.tsx'

/** The meta tags of a page of results. */
export function searchMeta(results: SearchPage, page: Parameters<typeof publicMeta>[1]): MetaDescriptor[] {
  const { q, title } =
    'found' in results
      ? { q: results.found.q, title: titleOfPage(results.found.q, results.found.found.position) }
      : { q: results.nothing.q, title: results.nothing.q }
  const description = `Parts found for “${q}”: drawing, price per piece and stock.`
  return publicMeta({ title, description, isUnlisted: true }, page)
}

const loadOwnPart = async () => (await import('./own-part.tsx')).OwnPart

/** The part that a company calls so, for its members: the page itself is the same for everybody. */
function OwnFound({ q }: { q: string }) {
  const { part: OwnPart } = useCode(useSession()?.isInCompany === true, loadOwnPart)
  return OwnPart && <OwnPart key={q} q={q} />
}

/** The page of the found parts; rendered again only for other data. */
export const SearchResults = memo(function SearchResults({ results }: { results: SearchPage }) {
  if (!('found' in results)) {
    return (
      <WidePage>
        <NoResults nothing={results.nothing} own={<OwnFound q={results.nothing.q} />} />
      </WidePage>
    )
  }
  const { found } = results
  const count = partsText(found.whole)
  return (
    <BrowsePage
      list={found}
      title={`“${found.q}”: ${count}`}
      said={count}
      lead={found.corrected && `No part has these words. Shown are those for “${found.corrected}”.`}
      tiles={<OwnFound q={found.q} />}
    />
  )
})
