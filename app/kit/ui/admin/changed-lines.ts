/** A changed line of a text; "–" where there is none. */
export interface LineChange {
  readonly from: string
  readonly to: string
}

export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/** The changed lines; a line that took the place of another is one change. */
export function changedLines(before: string, after: string): LineChange[] {
  const [old, now] = [linesOf(before), linesOf(after)]
  const [oldSet, nowSet] = [new Set(old), new Set(now)]
  const removed = old.filter((line) => !nowSet.has(line))
  const added = now.filter((line) => !oldSet.has(line))
  return Array.from({ length: Math.max(removed.length, added.length) }, (_, at) => ({
    from: removed[at] ?? '–',
    to: added[at] ?? '–',
  }))
}
