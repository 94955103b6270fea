import { useEffect, useState } from 'react'
import { useNavigation } from 'react-router'

/** Data that arrives sooner replaces the old at once: to fade the old first takes longer than to show the new. */
const SHOWN_AFTER_MS = 100

/** Whether a navigation to this path has been loading its data for a while. */
export function useIsLoading(path: string): boolean {
  const { state, location } = useNavigation()
  const isLoading = state === 'loading' && location.pathname === path
  const [isShown, setIsShown] = useState(false)
  useEffect(() => {
    if (!isLoading) return
    const timer = setTimeout(() => setIsShown(true), SHOWN_AFTER_MS)
    return () => {
      clearTimeout(timer)
      setIsShown(false)
    }
  }, [isLoading])
  return isLoading && isShown
}
