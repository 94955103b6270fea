import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { memberFetch } from '#features/accounts/browser-session.ts'
import { partPath } from '#features/catalog/paths.ts'
import type { Suggestions } from '#features/catalog/schema.ts'
import { ownKey } from '#features/company-numbers/own-key.ts'
import { getJson } from '#kit/browser/client.ts'
import { OWN_NUMBER } from '#kit/notes/buyer-words-texts.ts'

type FoundPart = Suggestions['parts'][number]

/** The part of which a search is the own number of the caller's company; nothing for another search, and after a failure. */
export function OwnPart({ q }: { q: string }) {
  const [part, setPart] = useState<FoundPart>()
  useEffect(() => {
    const request = new AbortController()
    const path = `/api/suggestion?${new URLSearchParams({ q })}`
    getJson(path, request.signal, memberFetch()).then(
      (found) =>
        setPart(
          (found as Suggestions).parts.find(({ own }) => own !== undefined && ownKey(own) === ownKey(q)),
        ),
      // The page shows what everybody finds.
      () => undefined,
    )
    return () => request.abort()
  }, [q])
  return (
    <span role="status" className="block empty:hidden">
      {part && (
        <>
          {`${OWN_NUMBER} ${part.own}: `}
          <Link to={partPath(part.sku)}>{`${part.name} (${part.sku})`}</Link>
        </>
      )}
    </span>
  )
}
