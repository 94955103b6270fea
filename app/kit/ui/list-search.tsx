import { useId } from 'react'
import type { PagedList } from '#kit/http/paged-list.ts'
import type { TypedSearch } from '#kit/ui/use-typed-search.ts'

type ListSearchProps = {
  label: string
  search: TypedSearch
  list: PagedList<unknown>
}

/** A search field that searches while one types, and says what came of it on a line that is always kept. */
export function ListSearch({ label, search, list }: ListSearchProps) {
  const id = useId()
  return (
    <search className="grid w-full md:w-72">
      <label htmlFor={id} className="mb-1 font-medium text-sm">
        {label}
      </label>
      <input
        id={id}
        type="search"
        autoComplete="off"
        maxLength={200}
        value={search.text}
        onChange={(event) => search.type(event.target.value)}
        className="h-11 w-full min-w-0 rounded border border-edge bg-paper px-3 text-ink hover:border-ink"
      />
      <p role="status" className="mt-1 min-h-5 truncate text-muted text-sm">
        {outcome(list)}
      </p>
    </search>
  )
}

function outcome({ shown, isStale, busy }: PagedList<unknown>): string {
  if (isStale && busy) return 'Searching…'
  if (isStale || !shown?.q) return ''
  return `${shown.total.toLocaleString('en-US')} found for “${shown.q}”`
}
