import { formatCount } from '#kit/text/count-text.ts'
import type { Replaced } from '../schema.ts'

/** "2 → 340 numbers: 338 added", or that nothing changes. */
export function replacedText({ before, after, added, changed, removed }: Replaced): string {
  const parts = [
    ...(added > 0 ? [`${formatCount(added)} added`] : []),
    ...(changed > 0 ? [`${formatCount(changed)} changed`] : []),
    ...(removed > 0 ? [`${formatCount(removed)} removed`] : []),
  ]
  const counts = `${formatCount(before)} → ${formatCount(after)} numbers`
  return parts.length === 0 ? `${counts}: nothing changes` : `${counts}: ${parts.join(', ')}`
}
