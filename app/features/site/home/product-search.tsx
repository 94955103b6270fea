import { type ReactNode, useId, useRef } from 'react'
import { useNavigate } from 'react-router'
import type { ProductSort } from '#features/catalog/schema.ts'
import { sortTexts } from '#features/catalog/texts.ts'
import { MAXIMUM_SEARCH_LENGTH } from '#kit/input/search-length.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { formQuery, OWN_SEARCH } from '#kit/ui/form/use-address-change.ts'
import { useSearchField } from '#kit/ui/form/use-search-field.ts'
import { SearchIcon } from '#kit/ui/mark/icons.tsx'

/** The default sort has no parameter in the address: the best match of a search, else the newest first. */
const sortsOf = (q: string | undefined): { value: ProductSort | ''; label: string }[] => [
  ...(q ? [{ value: '', label: 'Best match' } as const] : []),
  { value: q ? 'newest' : '', label: sortTexts.newest },
  ...(['name', 'price', '-price'] as const).map((value) => ({ value, label: sortTexts[value] })),
]

const BOX = 'h-11 min-w-0 rounded border border-edge bg-paper px-3 text-ink hover:border-ink'

type ProductSearchProps = { q?: string | undefined; sort?: ProductSort | undefined }

/**
 * The search and the sort of the list; the list updates while the user types. Typing without leaving the field adds one
 * history entry. Without scripts the browser submits the form to the same address.
 */
export function ProductSearch({ q, sort }: ProductSearchProps) {
  const { field, isTyping, searchSoon, searchNow } = useProductSearch(q)
  return (
    <search aria-label="Parts" className="w-full md:w-auto">
      <form
        action="/#products"
        onSubmit={(event) => {
          event.preventDefault()
          searchNow()
        }}
        className="flex flex-wrap items-end gap-2"
      >
        <Labelled label="Search parts" className="flex-auto basis-full md:w-72 md:basis-48">
          {(id) => (
            <input
              ref={field}
              id={id}
              type="search"
              name="q"
              defaultValue={q}
              onInput={searchSoon}
              onBlur={() => {
                isTyping.current = false
              }}
              maxLength={MAXIMUM_SEARCH_LENGTH}
              autoComplete="off"
              placeholder="M8, bearing, 6204 …"
              className={`${BOX} placeholder:text-muted`}
            />
          )}
        </Labelled>
        <Labelled label="Sort" className="flex-1 basis-36 md:flex-none">
          {(id) => (
            <select
              key={`${q} ${sort}`}
              id={id}
              name="sort"
              defaultValue={sort === 'newest' && !q ? '' : sort}
              onChange={searchNow}
              className={BOX}
            >
              {sortsOf(q).map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          )}
        </Labelled>
        <Button type="submit" variant="secondary" className="h-11">
          <SearchIcon />
          Search
        </Button>
      </form>
    </search>
  )
}

/** Navigates to the form's address. While `isTyping`, the newest history entry is of this typing and is replaced. */
function useProductSearch(q = '') {
  const navigate = useNavigate()
  const isTyping = useRef(false)
  const search = (whileTyping: boolean) => {
    const form = own.field.current?.form
    if (!form) return
    navigate(
      { pathname: '/', search: formQuery(form), hash: '#products' },
      { replace: isTyping.current, preventScrollReset: whileTyping, state: OWN_SEARCH },
    )
    isTyping.current = whileTyping
  }
  const own = useSearchField(
    q,
    () => search(true),
    () => {
      isTyping.current = false
    },
  )
  const searchNow = () => {
    own.cancel()
    search(false)
  }
  return { ...own, isTyping, searchNow }
}

type LabelledProps = { label: string; className: string; children: (id: string) => ReactNode }

/** A label above the input that `children` renders with the id. */
function Labelled({ label, className, children }: LabelledProps) {
  const id = useId()
  return (
    <div className={`grid min-w-0 ${className}`}>
      <label htmlFor={id} className="mb-1 font-medium text-sm">
        {label}
      </label>
      {children(id)}
    </div>
  )
}
