import { useEffect, useRef } from 'react'
import { resolveValue, type Toast, toast, useToaster } from 'react-hot-toast/headless'
import { classNames } from '#kit/ui/class-names.ts'
import { AlertIcon, CheckIcon, CloseIcon, InfoIcon } from './icons.tsx'
import { SpinnerRing } from './spinner.tsx'

const RULES = {
  removeDelay: 1000,
  success: { duration: 2000 },
  error: { duration: 4000 },
  blank: { duration: 4000 },
  loading: { duration: Number.POSITIVE_INFINITY },
}

/**
 * The shop's only way to a toast. The headless store is another one than that of `react-hot-toast` itself,
 * so a toast made by the package's own import would never be seen. Each call answers the toast's id; passing
 * `{ id }` changes that toast in place. At most 20 are shown; the oldest gives way.
 */
export const notify = {
  success: toast.success,
  error: toast.error,
  blank: toast,
  loading: toast.loading,
  dismiss: toast.dismiss,
}

/**
 * Both live regions are in the first HTML, because a region that arrives together with its text is not read.
 * The headless half of the library is used since the other one writes a style element, which the page's
 * content security policy forbids.
 */
export function Toaster() {
  const { toasts, handlers } = useToaster(RULES)
  const { startPause, endPause } = handlers
  const isPaused = useRef(false)

  function pause() {
    if (!isPaused.current) startPause()
    isPaused.current = true
  }

  function resume() {
    isPaused.current = false
    endPause()
  }

  // A toast that leaves from under the pointer sends no leaving event; without this all later ones would stay.
  const isEmpty = !toasts.some((item) => item.visible)
  useEffect(() => {
    if (!isEmpty) return
    isPaused.current = false
    endPause()
  }, [isEmpty, endPause])

  return (
    // Moving onto a toast stops the clock, a pointer that happens to lie where it comes up does not.
    // biome-ignore lint/a11y/noStaticElementInteractions: reading needs time; the pointer works nothing here.
    <div className="toaster" onMouseMove={pause} onMouseLeave={resume} onFocus={pause} onBlur={resume}>
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
