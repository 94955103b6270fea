import { useId } from 'react'
import type { TypedSearch } from '#kit/ui/use-typed-search.ts'

type ListSearchProps = {
  label: string
  search: TypedSearch
  /** What came of it, said aloud; its line is always kept. */
  status: string
}

/** A search field that searches while one types. */
export function ListSearch({ label, search, status }: ListSearchProps) {
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
        {status}
      </p>
    </search>
  )
}
