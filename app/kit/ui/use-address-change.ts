import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/** The state of a navigation that a search field makes: the field has these words already, or newer ones. */
export const OWN_SEARCH = { isOwnSearch: true } as const

/** Whether the address that is shown was made by a search field, and not by Back, Forward or a link. */
export function useIsOwnSearch(): boolean {
  const { state } = useLocation()
  return useNavigationType() !== 'POP' && state?.isOwnSearch === true
}

/**
 * Calls `follow` each time when the address has become another and no search field of the page made it
 * ({@link OWN_SEARCH}): then the field has to show what the address says. Not called for the first address.
 */
export function useAddressChange(follow: () => void): void {
  const { key } = useLocation()
  const isOwn = useIsOwnSearch()
  const seen = useRef(key)
  const followNow = useEffectEvent(follow)
  useEffect(() => {
    if (seen.current === key) return
    seen.current = key
    if (!isOwn) followNow()
  }, [key, isOwn])
}
