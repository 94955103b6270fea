import { type ComponentType, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { catalogue, searchPath } from '#features/catalog/paths.ts'
import { MAXIMUM_SEARCH_LENGTH, readSearch } from '#kit/input/search-length.ts'
import { OWN_SEARCH, useAddressChange } from '#kit/ui/form/use-address-change.ts'
import { SearchIcon } from '#kit/ui/mark/icons.tsx'
import { areKeysOff } from '#kit/ui/overlay/shortcut-keys.ts'
import { useShortcuts } from '#kit/ui/overlay/shortcuts.tsx'
import type { SuggestionsProps } from './search/suggestions.tsx'

export { CategoryTiles } from './category/category-tiles.tsx'

/** The id of the search field of the top bar. */
const SEARCH_FIELD = 'shop-search'

/** The state of the list of suggestions, for the attributes of the field. */
export interface ListState {
  readonly isOpen: boolean
  /** The id of the chosen option. */
  readonly activeId?: string | undefined
}

/**
 * The search field of the top bar: a form that leads to the found parts, also without scripts. The code of the suggestions
 * is loaded when the field gets the focus; if that fails, the form still works. The field is uncontrolled, so that text
 * typed before hydration stays.
 */
export function ShopSearch() {
  const field = useRef<HTMLInputElement>(null)
  const listId = useId()
  const navigate = useNavigate()
  const { Suggestions, load } = useSuggestionsCode(field)
  // Undefined until hydration: without scripts the field is no combobox.
  const [list, setList] = useState<ListState>()
  useEffect(() => setList({ isOpen: false }), [])

  const q = useAddressSearch()
  useAddressChange(() => {
    if (field.current) field.current.value = q
  })
  useShortcuts([
    {
      keys: '/',
      label: 'Search the shop',
      run: () => {
        field.current?.focus()
        field.current?.select()
      },
    },
  ])

  return (
    <search aria-label="The shop" className="shop-search">
      <form
        action={catalogue.path}
        onSubmit={(event) => {
          event.preventDefault()
          const text = field.current?.value.trim()
          navigate(text ? searchPath(text) : catalogue.path, { state: OWN_SEARCH })
        }}
      >
        <input
          ref={field}
          id={SEARCH_FIELD}
          name="q"
          type="text"
          inputMode="search"
          enterKeyHint="search"
          aria-label="Search the shop"
          placeholder="Part number, size, standard …"
          defaultValue={q}
          maxLength={MAXIMUM_SEARCH_LENGTH}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onFocus={load}
          {...(list && {
            role: 'combobox',
            'aria-autocomplete': 'list' as const,
            'aria-expanded': list.isOpen,
            'aria-controls': listId,
            'aria-activedescendant': list.activeId,
          })}
        />
        {list && !areKeysOff() && (
          <span aria-hidden="true">
            <kbd>/</kbd>
          </span>
        )}
        <button type="submit" aria-label="Find">
          <SearchIcon />
        </button>
      </form>
      {Suggestions && <Suggestions field={field} listId={listId} onChange={setList} />}
    </search>
  )
}

/** Loads the code of the suggestions once, at the latest when the field has the focus at hydration. */
function useSuggestionsCode(field: RefObject<HTMLInputElement | null>) {
  const [Suggestions, setSuggestions] = useState<ComponentType<SuggestionsProps>>()
  const load = () => {
    import('./search/suggestions.tsx').then(
      (code) => setSuggestions(() => code.Suggestions),
      () => undefined,
    )
  }
  useEffect(() => {
    if (document.activeElement === field.current) load()
  })
  return { Suggestions, load }
}

/** The search of the address, on the pages of parts. */
function useAddressSearch(): string {
  const { pathname, search } = useLocation()
  return /^\/parts(\/|$)/.test(pathname) ? readSearch(new URLSearchParams(search)) : ''
}
