import { useEffect, useState } from 'react'
import { createPath, type Location, useBlocker, useLocation, useNavigate, useNavigation } from 'react-router'
import { isCodeLoaded, loadCode, loadCodeSoon } from '#kit/browser/page-code.ts'
import { FailureState } from '#kit/ui/failure-state.tsx'
import { SpinnerRing } from '#kit/ui/spinner.tsx'
import { VisuallyHidden } from '#kit/ui/visually-hidden.tsx'

/**
 * Says that the next page is being fetched, seen only when that takes more than a moment; and where its code cannot be
 * loaded, that the present page stays, with another try.
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

/** Holds each way to a page back until its code is there; `failed` is where the last way led whose code was not. */
function useCodeOfNextPage(): { isLoading: boolean; failed: Location | undefined } {
  const blocker = useBlocker(({ nextLocation }) => !isCodeLoaded(nextLocation.pathname))
  const { key } = useLocation()
  const [failure, setFailure] = useState<{ to: Location; from: string }>()

  useEffect(() => {
    if (blocker.state !== 'blocked') return
    const { location, proceed, reset } = blocker
    let isWanted = true
    loadCode(location.pathname).then((outcome) => {
      if (!isWanted) return
      if (outcome === 'loaded') return proceed()
      if (outcome === 'replaced') return window.location.assign(createPath(location))
      setFailure({ to: location, from: key })
      reset()
    })
    return () => {
      isWanted = false
    }
  }, [blocker, key])

  // Once another page is there, nobody waits for that one any more.
  const failed = failure?.from === key ? failure.to : undefined
  return { isLoading: blocker.state === 'blocked', failed }
}

/** Begins to load the code behind a link that is pointed at, touched or focused. */
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
