import { type RefObject, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { readSearch } from '#kit/input/search-length.ts'
import { OWN_SEARCH, useAddressChange } from './use-address-change.ts'

const TYPING_PAUSE_MS = 300

/** Props of a search input. It is uncontrolled, so text typed before hydration stays. */
export interface SearchField {
  readonly field: RefObject<HTMLInputElement | null>
  /** Searches after a pause in typing. Call it on each input event. */
  searchSoon(): void
  /** Cancels a pending search, for a caller that searches immediately. */
  cancel(): void
}

/**
 * A field that searches while typing. `q` is the search of the address; the field shows it when another address is opened.
 * `search` reads the field and navigates with the state `OWN_SEARCH`.
 */
export function useSearchField(q: string, search: () => void, onOtherAddress?: () => void): SearchField {
  const field = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useAddressChange(() => {
    clearTimeout(timer.current)
    if (field.current) field.current.value = q
    onOtherAddress?.()
  })
  return {
    field,
    cancel: () => clearTimeout(timer.current),
    searchSoon: () => {
      clearTimeout(timer.current)
      timer.current = setTimeout(search, TYPING_PAUSE_MS)
    },
  }
}

/** The search of a list that the page loads in the browser. */
export interface ListSearch extends SearchField {
  /** The text to search for. */
  readonly q: string
}

/** Searches a list while typing. The search is in the address by that name, for a reload or a link: each list of a page has its own. */
export function useListSearch(name = 'q'): ListSearch {
  const [params, setParams] = useSearchParams()
  const addressQ = readSearch(params, name)
  // Separate state, since the address changes only after the loader of the layout has run.
  const [q, setQ] = useState(addressQ)
  const search = () => {
    const wanted = own.field.current?.value.trim() ?? ''
    if (wanted === q) return
    setQ(wanted)
    const { [name]: _, ...others } = Object.fromEntries(params)
    setParams(
      { ...others, ...(wanted && { [name]: wanted }) },
      { replace: true, preventScrollReset: true, state: OWN_SEARCH },
    )
  }
  const own = useSearchField(addressQ, search, () => setQ(addressQ))
  return { ...own, q }
}
