import { useEffect, useId, useRef } from 'react'
import { useNavigate } from 'react-router'
import type { ProductSort } from '#features/catalog/schema.ts'
import { Button } from '#kit/ui/button.tsx'
import { SearchIcon } from '#kit/ui/icons.tsx'
import { OWN_SEARCH, useOtherAddress } from '#kit/ui/use-other-address.ts'

/** The list's own order needs no word in the address. */
const SORTS: { value: ProductSort | ''; label: string }[] = [
  { value: '', label: 'Newest first' },
  { value: 'name', label: 'By name' },
  { value: 'price', label: 'Lowest price first' },
  { value: '-price', label: 'Highest price first' },
]

const BOX = 'h-11 min-w-0 rounded border border-edge bg-paper px-3 text-ink hover:border-ink'

type ProductSearchProps = { q?: string | undefined; sort?: ProductSort | undefined }

/** The hand rests for so long before the list follows it. */
const REST_MS = 300

/**
 * Search and order of the list, followed while one types. What is typed in one go is one entry of the history. Without
 * scripts the browser sends the form; the address is the same.
 */
export function ProductSearch({ q, sort }: ProductSearchProps) {
  const id = useId()
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined)
  const hasOwnEntry = useRef(false)

  useOtherAddress(() => {
    clearTimeout(resting.current)
    hasOwnEntry.current = false
    if (field.current) field.current.value = q ?? ''
  })
  useEffect(() => () => clearTimeout(resting.current), [])

  const search = (isTyping: boolean) => {
    clearTimeout(resting.current)
    if (!form.current) return
    const given = [...new FormData(form.current)].filter(([, value]) => value !== '')
    navigate(
      { pathname: '/', search: String(new URLSearchParams(given as [string, string][])), hash: '#products' },
      { replace: hasOwnEntry.current, preventScrollReset: isTyping, state: OWN_SEARCH },
    )
    hasOwnEntry.current = isTyping
  }
  const searchSoon = () => {
    clearTimeout(resting.current)
    resting.current = setTimeout(() => search(true), REST_MS)
  }
  return (
    <search aria-label="Parts" className="w-full md:w-auto">
      <form
        ref={form}
        action="/#products"
        onSubmit={(event) => {
          event.preventDefault()
          search(false)
        }}
        className="flex flex-wrap items-end gap-2"
      >
        <div className="grid min-w-0 flex-auto basis-full md:w-72 md:basis-48">
          <label htmlFor={`${id}-q`} className="mb-1 font-medium text-sm">
            Search parts
          </label>
          <input
            ref={field}
            id={`${id}-q`}
            type="search"
            name="q"
            defaultValue={q}
            onInput={searchSoon}
            onBlur={() => {
              hasOwnEntry.current = false
            }}
            maxLength={200}
            autoComplete="off"
            placeholder="M8, bearing, 6204 …"
            className={`${BOX} placeholder:text-muted`}
          />
        </div>
        <div className="grid flex-1 basis-36 md:flex-none">
          <label htmlFor={`${id}-sort`} className="mb-1 font-medium text-sm">
            Sort
          </label>
          <select
            key={sort}
            id={`${id}-sort`}
            name="sort"
            defaultValue={sort === 'newest' ? '' : sort}
            onChange={() => search(false)}
            className={BOX}
          >
            {SORTS.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </div>
        <Button type="submit" variant="secondary" className="h-11">
          <SearchIcon />
          Search
        </Button>
      </form>
    </search>
  )
}
