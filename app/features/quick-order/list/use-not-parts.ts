import { useMemo, useState } from 'react'
import { notParts } from './not-parts.ts'
import type { ListRow } from './pasted-lines.ts'

/** The rows in which a part is, or should be; and the others, each of which the buyer can make a line. */
export function useNotParts(all: readonly ListRow[]) {
  const [made, setMade] = useState<ReadonlySet<string>>(new Set())
  return useMemo(() => {
    const none = notParts(all)
    const isFolded = (row: ListRow) => none.has(row) && !made.has(row.text)
    return {
      rows: all.filter((row) => !isFolded(row)),
      folded: all.filter(isFolded),
      makeLine: ({ text }: ListRow) => setMade((before) => new Set(before).add(text)),
    }
  }, [all, made])
}
