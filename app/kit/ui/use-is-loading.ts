import { useNavigation } from 'react-router'

/** Whether a navigation to this path is loading its data. */
export function useIsLoading(path: string): boolean {
  const { state, location } = useNavigation()
  return state === 'loading' && location.pathname === path
}
