import { type ChangeEvent, useRef, useState } from 'react'

/** The rows of a list that are chosen by their check boxes. */
export interface Chosen {
  readonly ids: ReadonlySet<string>
  /** For the check box of a row. With Shift it also chooses the rows since the box that was changed last, or drops them. */
  toggle(id: string, event: ChangeEvent<HTMLInputElement>): void
  /** Chooses all rows, or none when all are chosen. */
  toggleAll(): void
  /** Chooses these rows too. */
  add(ids: readonly string[]): void
  clear(): void
  /** Rows that are done; the others stay chosen. */
  drop(ids: readonly string[]): void
}

/** Rows that are no longer in the list are no longer chosen; `unseen` can be, although the list does not show them. */
export function useChosen(listed: readonly string[], unseen: readonly string[] = []): Chosen {
  const [all, setAll] = useState<ReadonlySet<string>>(new Set())
  const last = useRef<string>(undefined)
  const ids = new Set([...listed, ...unseen].filter((id) => all.has(id)))
  return {
    ids,
    toggle: (id, { target, nativeEvent }) => {
      const isRange = nativeEvent instanceof MouseEvent && nativeEvent.shiftKey
      const changed = isRange ? idsBetween(listed, last.current, id) : [id]
      const chosen = new Set(ids)
      for (const each of changed) {
        if (target.checked) chosen.add(each)
        else chosen.delete(each)
      }
      last.current = id
      setAll(chosen)
    },
    toggleAll: () => setAll(new Set(ids.size >= listed.length ? [] : listed)),
    add: (more) => setAll((before) => new Set([...before, ...more])),
    clear: () => setAll(new Set()),
    drop: (done) => setAll((before) => new Set([...before].filter((id) => !done.includes(id)))),
  }
}

/** Both ends included, in whichever sequence; only the second when the first is not in the list. */
export function idsBetween(listed: readonly string[], first: string | undefined, second: string): string[] {
  const start = first === undefined ? -1 : listed.indexOf(first)
  const end = listed.indexOf(second)
  if (start < 0 || end < 0) return [second]
  return listed.slice(Math.min(start, end), Math.max(start, end) + 1)
}
