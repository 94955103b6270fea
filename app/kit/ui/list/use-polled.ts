import { useEffect, useEffectEvent, useRef, useState } from 'react'

const EVERY_MS = 3000

/** Data that is reloaded periodically. */
export interface Polled<Data> {
  /** The last successful response; the same object while its content is unchanged. */
  readonly data: Data
  /** What the last request threw; null after one succeeds. */
  readonly error: unknown
  /** A request by `refresh` is running. */
  readonly busy: boolean
  /** Reloads immediately. */
  refresh(): Promise<void>
  /** Changes the data immediately; cancels a running request, which may be older than the change. */
  change(update: (data: Data) => Data): void
}

interface Polling<Data> {
  readonly everyMs: number
  load(signal: AbortSignal): Promise<Data>
  onData(data: Data): void
  onError(error: unknown): void
}

/** The timer of {@link usePolled}: the next request waits for the last, and a hidden page makes none. */
export function startPolling<Data>({ everyMs, load, onData, onError }: Polling<Data>) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let current = new AbortController()

  function cancel(): void {
    clearTimeout(timer)
    current.abort()
  }
  function schedule(): void {
    clearTimeout(timer)
    if (!document.hidden) timer = setTimeout(poll, everyMs)
  }
  async function poll(): Promise<void> {
    cancel()
    const controller = new AbortController()
    current = controller
    try {
      const data = await load(controller.signal)
      if (!controller.signal.aborted) onData(data)
    } catch (error) {
      if (!controller.signal.aborted) onError(error)
    }
    if (!controller.signal.aborted) schedule()
  }
  function onVisibilityChange(): void {
    if (document.hidden) clearTimeout(timer)
    else void poll()
  }

  document.addEventListener('visibilitychange', onVisibilityChange)
  schedule()
  return {
    poll,
    /** Cancels the running request and restarts the timer. */
    startOver: () => {
      cancel()
      schedule()
    },
    stop: () => {
      cancel()
      document.removeEventListener('visibilitychange', onVisibilityChange)
    },
  }
}

/**
 * Reloads the data of a page every 3 seconds while the page is visible, and immediately when it becomes visible again. A
 * failed request keeps the last data. A new `loaded` (another search, a reload) starts again. `everyMs` is for data that
 * changes slowly.
 */
export function usePolled<Data>(
  loaded: Data,
  load: (signal: AbortSignal) => Promise<Data>,
  onError: (error: unknown) => void = () => {},
  everyMs = EVERY_MS,
): Polled<Data> {
  const [state, setState] = useState({ loaded, data: loaded, error: null as unknown })
  const [busy, setBusy] = useState(false)
  const poller = useRef<ReturnType<typeof startPolling<Data>>>(undefined)
  if (state.loaded !== loaded) setState({ loaded, data: loaded, error: null })

  const loadNow = useEffectEvent(load)
  const fail = useEffectEvent(onError)

  useEffect(() => {
    poller.current = startPolling<Data>({
      everyMs,
      load: loadNow,
      onData: (data) =>
        setState((last) => ({ loaded, data: isSame(last.data, data) ? last.data : data, error: null })),
      onError: (error) => {
        setState((last) => ({ ...last, error }))
        fail(error)
      },
    })
    return () => poller.current?.stop()
  }, [loaded, everyMs])

  return {
    data: state.data,
    error: state.error,
    busy,
    refresh: async () => {
      setBusy(true)
      await poller.current?.poll()
      setBusy(false)
    },
    change: (update) => {
      poller.current?.startOver()
      setState((last) => ({ ...last, data: update(last.data) }))
    },
  }
}

/** Responses are plain JSON; unchanged data is not rendered again. */
function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
