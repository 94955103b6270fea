import { type RefObject, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { MAXIMUM_SEARCH_LENGTH } from '#kit/search-length.ts'
import { OWN_SEARCH, useAddressChange } from './use-address-change.ts'

const TYPING_PAUSE_MS = 300

/** What a search input needs. It is uncontrolled: text that was typed before the scripts were loaded stays. */
export interface SearchField {
  readonly field: RefObject<HTMLInputElement | null>
  /** Searches when the typing pauses. Call it at each input. */
  searchSoon(): void
  /** Ends the waiting, for a search that the caller makes at once. */
  cancel(): void
}

/**
 * A field that searches with every change of its text. `q` is the search of the address; the field shows it whenever another
 * address is opened. `search` reads the field and navigates with the state `OWN_SEARCH`.
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

/** The search of a list that the page loads by itself. */
export interface ListSearch extends SearchField {
  /** What to look for. */
  readonly q: string
}

/** Searches a list with every change of the text. The search is kept in the address as `q`, for a reload or a link. */
export function useListSearch(): ListSearch {
  const [params, setParams] = useSearchParams()
  const addressed = (params.get('q') ?? '').slice(0, MAXIMUM_SEARCH_LENGTH)
  // Kept beside the address, which changes only after the layout's loader has run.
  const [q, setQ] = useState(addressed)
  const search = () => {
    const wanted = own.field.current?.value.trim() ?? ''
    if (wanted === q) return
    setQ(wanted)
    setParams(wanted ? { q: wanted } : {}, { replace: true, preventScrollReset: true, state: OWN_SEARCH })
  }
  const own = useSearchField(addressed, search, () => setQ(addressed))
  return { ...own, q }
}
