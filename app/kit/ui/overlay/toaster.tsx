import { useEffect, useRef } from 'react'
import { resolveValue, type Toast, toast, useToaster } from 'react-hot-toast/headless'
import { classNames } from '#kit/ui/mark/class-names.ts'
import { AlertIcon, CheckIcon, CloseIcon, InfoIcon } from '#kit/ui/mark/icons.tsx'
import { SpinnerRing } from '#kit/ui/mark/spinner.tsx'
import { useAboveBars } from './use-above-bars.ts'

const OPTIONS = {
  removeDelay: 1000,
  success: { duration: 2000 },
  error: { duration: 4000 },
  blank: { duration: 4000 },
  loading: { duration: Number.POSITIVE_INFINITY },
}

/**
 * Shows toasts. Do not import `react-hot-toast` itself: its store differs from the headless one, so its toasts would not
 * be shown. Each call returns the id of the toast; `{ id }` updates that toast. At most 20 are shown; the oldest is removed.
 */
export const notify = {
  success: toast.success,
  error: toast.error,
  blank: toast,
  loading: toast.loading,
  dismiss: toast.dismiss,
}

/**
 * Both live regions are in the first HTML, because screen readers do not read a region that is added together with its
 * text. Uses the headless part of the library: the other one adds a style element, which the content security policy blocks.
 */
export function Toaster() {
  const { toasts, handlers } = useToaster(OPTIONS)
  const { startPause, endPause } = handlers
  const isPaused = useRef(false)
  const box = useRef<HTMLDivElement>(null)

  function pause() {
    if (!isPaused.current) startPause()
    isPaused.current = true
  }

  function resume() {
    isPaused.current = false
    endPause()
  }

  // A toast removed under the pointer sends no mouseleave event; without this the timers would stay paused.
  const isEmpty = !toasts.some((item) => item.visible)
  useAboveBars(box, !isEmpty)
  useEffect(() => {
    if (!isEmpty) return
    isPaused.current = false
    endPause()
  }, [isEmpty, endPause])

  return (
    // Moving the pointer onto a toast pauses the timers; a toast that appears under a resting pointer does not.
    // biome-ignore lint/a11y/noStaticElementInteractions: pausing is no action; it only gives time to read.
    <div
      ref={box}
      className="toaster"
      onMouseMove={pause}
      onMouseLeave={resume}
      onFocus={pause}
      onBlur={resume}
    >
      <div role="alert" aria-atomic="false">
        {toasts.filter(isError).map((item) => (
          <ToastCard key={item.id} item={item} />
        ))}
      </div>
      <div role="status" aria-atomic="false">
        {toasts
          .filter((item) => !isError(item))
          .map((item) => (
            <ToastCard key={item.id} item={item} />
          ))}
      </div>
    </div>
  )
}

function isError(item: Toast): boolean {
  return item.type === 'error'
}

function ToastCard({ item }: { item: Toast }) {
  return (
    <div className={classNames('toast float', !item.visible && 'leaving')}>
      <ToastIcon type={item.type} />
      <p className="min-w-0 flex-1 py-3 text-sm">{resolveValue(item.message, item)}</p>
      <button
        type="button"
        aria-label="Dismiss"
        aria-live="off"
        onClick={() => toast.dismiss(item.id)}
        className="grid size-11 shrink-0 cursor-pointer place-items-center rounded text-muted hover:text-ink"
      >
        <CloseIcon />
      </button>
    </div>
  )
}

function ToastIcon({ type }: { type: Toast['type'] }) {
  if (type === 'loading') return <SpinnerRing />
  if (type === 'error') return <AlertIcon className="text-bad" />
  if (type === 'success') return <CheckIcon className="text-good" />
  return <InfoIcon className="text-muted" />
}
