import { useSyncExternalStore } from 'react'

/** False in the rendering of the server and in the same first one of the browser, for what only the browser knows. */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
