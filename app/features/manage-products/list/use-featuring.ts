import { useState } from 'react'
import { signOutIfForbidden } from '#features/accounts/components.tsx'
import { catalogClient } from '#features/catalog/client.ts'
import { FEATURED_AT_ONCE } from '#features/catalog/limits.ts'
import { problemText, unwrap } from '#kit/browser/client.ts'
import { inParts } from '#kit/rows/in-parts.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { notify } from '#kit/ui/overlay/toaster.tsx'

/** "1 product", "1,200 products" */
export const productsText = (count: number): string =>
  `${formatCount(count)} ${count === 1 ? 'product' : 'products'}`

/** Marks products for the home page, or takes the marks away. Calls `onMarked` afterwards with their ids. */
export function useFeaturing(onMarked: (ids: readonly string[]) => unknown) {
  const [busy, setBusy] = useState(false)
  const mark = async (ids: readonly string[], featured: boolean) => {
    setBusy(true)
    try {
      for (const some of inParts(ids, FEATURED_AT_ONCE))
        await unwrap(catalogClient['featured-product'].$put({ json: { ids: some, featured } }))
      await onMarked(ids)
      notify.success(`${productsText(ids.length)} ${featured ? 'marked as featured' : 'no longer featured'}`)
    } catch (error) {
      if (!signOutIfForbidden(error)) notify.error(problemText(error))
    } finally {
      setBusy(false)
    }
  }
  return { busy, mark }
}
