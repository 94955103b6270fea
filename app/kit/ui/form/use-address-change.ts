import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/** The state of a navigation by a search field, which already has this text or a newer one. */
export const OWN_SEARCH = { isOwnSearch: true } as const

/** Whether a search field navigated to the current address, and not Back, Forward or a link. */
function useIsOwnSearch(): boolean {
  const { state } = useLocation()
  return useNavigationType() !== 'POP' && state?.isOwnSearch === true
}

/**
 * Calls `onChange` whenever the address has changed other than by a search field of the page ({@link OWN_SEARCH}): then
 * the field has to show the search of the address. Not called for the first address.
 */
export function useAddressChange(onChange: () => void): void {
  const { key } = useLocation()
  const isOwn = useIsOwnSearch()
  const seen = useRef(key)
  const changed = useEffectEvent(onChange)
  useEffect(() => {
    if (seen.current === key) return
    seen.current = key
    if (!isOwn) changed()
  }, [key, isOwn])
}

/** The query that a form submits, without its empty fields. */
export const formQuery = (form: HTMLFormElement): string =>
  String(
    new URLSearchParams(
      [...new FormData(form)].flatMap(([name, value]) => (value ? [[name, String(value)]] : [])),
    ),
  )
