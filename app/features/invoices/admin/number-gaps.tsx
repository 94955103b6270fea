import { useEffect, useState } from 'react'
import { signOutIfForbidden } from '#features/accounts/components.tsx'
import { Notice } from '#kit/ui/mark/notice.tsx'
import type { ListedGap } from '../schema.ts'
import { invoiceTexts } from '../texts.ts'
import { fetchGaps } from './client.ts'

/** A line for the numbers that customers have and the list has not, since a backup was restored; nothing without any. */
export function NumberGaps() {
  const [gaps, setGaps] = useState<readonly ListedGap[]>([])
  useEffect(() => {
    const abort = new AbortController()
    fetchGaps(abort.signal).then(setGaps, signOutIfForbidden)
    return () => abort.abort()
  }, [])
  if (gaps.length === 0) return null
  return (
    <Notice>
      <ul className="grid gap-1 text-sm">
        {gaps.map(({ first, last, reason }) => (
          <li key={first}>{invoiceTexts.gap(first, last, reason)}</li>
        ))}
      </ul>
    </Notice>
  )
}
