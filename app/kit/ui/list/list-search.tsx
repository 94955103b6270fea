import { useId } from 'react'
import type { PagedList } from '#kit/browser/paged-list.ts'
import { MAXIMUM_SEARCH_LENGTH } from '#kit/input/search-length.ts'
import { countText } from '#kit/text/count-text.ts'
import type { ListSearch } from '#kit/ui/form/use-search-field.ts'

/** The search field of a list; {@link SearchOutcome} shows the number of results. */
export function ListSearchField({ label, search }: { label: string; search: ListSearch }) {
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
        maxLength={MAXIMUM_SEARCH_LENGTH}
        ref={search.field}
        defaultValue={search.q}
        onInput={search.searchSoon}
        className="h-11 w-full min-w-0 rounded border border-edge bg-paper px-3 text-ink hover:border-ink"
      />
    </search>
  )
}

/** The result of the search as a live region; `children` without a search. The line always has its height. */
export function SearchOutcome({ list, children }: { list: PagedList<unknown>; children: string }) {
  const { shown, isStale, busy, error } = list
  const isSearching = isStale && busy === 'list'
  const found = shown?.q && !isStale && `${countText(shown)} found for “${shown.q}”`
  return (
    <span role="status" className="block min-h-6 truncate">
      {isSearching ? 'Searching…' : found || (error === undefined && children)}
    </span>
  )
}
