import { useEffect, useState } from 'react'
import { createPath, type Location, useBlocker, useLocation, useNavigate, useNavigation } from 'react-router'
import { isCodeLoaded, loadCode, loadCodeSoon } from '#kit/browser/page-code.ts'
import { SpinnerRing } from '#kit/ui/mark/spinner.tsx'
import { VisuallyHidden } from '#kit/ui/mark/visually-hidden.tsx'
import { FailureState } from '#kit/ui/page/failure-state.tsx'

/**
 * Shows that the next page is loading, after a short delay. When its code cannot be loaded, shows an error with a button
 * to try again, and the current page stays.
 */
export function NextPage() {
  const { state } = useNavigation()
  const { isLoading, failed } = useCodeOfNextPage()
  const navigate = useNavigate()
  useCodeOfLinks()
  return (
    <div className="pointer-events-none fixed inset-x-4 top-2 z-20 grid justify-items-center gap-2">
      <div role="status">
        {(state !== 'idle' || isLoading) && (
          <span className="float grid size-11 animate-[pulse_1s] place-items-center text-link">
            <SpinnerRing size={24} />
            <VisuallyHidden>Loading…</VisuallyHidden>
          </span>
        )}
      </div>
      {failed && (
        <div className="float pointer-events-auto w-full max-w-[36rem]">
          <FailureState
            title="The page could not be loaded"
            detail="The shop could not be reached. You are still on the page you were on."
            busy={isLoading}
            onRetry={() => navigate(failed, { state: failed.state })}
          />
        </div>
      )}
    </div>
  )
}

/** Blocks each navigation until the page's code is loaded; `failed` is the location when that fails. */
function useCodeOfNextPage(): { isLoading: boolean; failed: Location | undefined } {
  const blocker = useBlocker(({ nextLocation }) => !isCodeLoaded(nextLocation.pathname))
  const { key } = useLocation()
  const [failure, setFailure] = useState<{ to: Location; from: string }>()

  useEffect(() => {
    if (blocker.state !== 'blocked') return
    const { location, proceed, reset } = blocker
    let isCurrent = true
    loadCode(location.pathname).then((outcome) => {
      if (!isCurrent) return
      if (outcome === 'loaded') return proceed()
      if (outcome === 'replaced') return window.location.assign(createPath(location))
      setFailure({ to: location, from: key })
      reset()
    })
    return () => {
      isCurrent = false
    }
  }, [blocker, key])

  // After another navigation the failure no longer matters.
  const failed = failure?.from === key ? failure.to : undefined
  return { isLoading: blocker.state === 'blocked', failed }
}

/** Preloads the code of a link's page when the link is pointed at, touched or focused. */
function useCodeOfLinks(): void {
  useEffect(() => {
    const load = ({ target }: Event) => {
      const link = target instanceof Element && target.closest('a')
      if (link && link.origin === window.location.origin) loadCodeSoon(link.pathname)
    }
    document.addEventListener('pointerover', load, { passive: true })
    document.addEventListener('focusin', load)
    return () => {
      document.removeEventListener('pointerover', load)
      document.removeEventListener('focusin', load)
    }
  }, [])
}
