import { useEffect, useEffectEvent, useRef } from 'react'
import { useNavigate } from 'react-router'
import { SEARCH_FIELD } from '#features/browse/components.tsx'
import type { ProductSort } from '#features/catalog/schema.ts'
import { OWN_SEARCH } from '#kit/ui/form/use-address-change.ts'
import { useSearchField } from '#kit/ui/form/use-search-field.ts'

const isSearchField = (target: EventTarget | null): target is HTMLInputElement =>
  target instanceof HTMLInputElement && target.id === SEARCH_FIELD

const isInLink = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('a, button') !== null

/**
 * On the home page the field of the top bar also searches its list, while the visitor types. Typing without leaving the
 * field adds one history entry. Enter and the suggestions lead on, as on other pages.
 */
export function useLiveSearch(q = '', sort: ProductSort | undefined): void {
  const navigate = useNavigate()
  const isTyping = useRef(false)
  const search = () => {
    const wanted = own.field.current?.value.trim() ?? ''
    const parameters = new URLSearchParams({ ...(wanted && { q: wanted }), ...(sort && { sort }) })
    // Without the fragment of the list, so that the field and its suggestions stay in view.
    navigate(
      { pathname: '/', search: `${parameters}` },
      { replace: isTyping.current, preventScrollReset: true, state: OWN_SEARCH },
    )
    isTyping.current = true
  }
  const stop = () => {
    isTyping.current = false
  }
  const own = useSearchField(q, search, stop)

  const onInput = useEffectEvent((field: HTMLInputElement) => {
    own.field.current = field
    own.searchSoon()
  })
  const cancel = useEffectEvent(() => own.cancel())
  const stopTyping = useEffectEvent(stop)
  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    document.addEventListener('input', ({ target }) => isSearchField(target) && onInput(target), { signal })
    document.addEventListener('focusout', () => stopTyping(), { signal })
    // A late search would take back what leads to another page: Enter, and a link that is followed.
    document.addEventListener('keydown', ({ key }) => key === 'Enter' && cancel(), { signal })
    document.addEventListener('click', ({ target }) => isInLink(target) && cancel(), { signal })
    return () => listening.abort()
  }, [])
}
