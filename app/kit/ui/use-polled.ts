import { useEffect, useEffectEvent, useRef, useState } from 'react'

const EVERY_MS = 3000

/** A list that is looked at again and again. */
export interface Polled<Data> {
  /** The last good answer; the same object as long as nothing in it changed. */
  readonly data: Data
  /** What the last look threw; null again as soon as one succeeds. */
  readonly error: unknown
  /** A look that was asked for by `refresh` is under way. */
  readonly busy: boolean
  /** Looks at once. */
  refresh(): Promise<void>
  /** Changes what is shown now; a look under way, which may be older than the change, is given up. */
  change(update: (data: Data) => Data): void
}

interface Looks<Data> {
  readonly everyMs: number
  load(signal: AbortSignal): Promise<Data>
  onData(data: Data): void
  onError(error: unknown): void
}

/** The clock behind {@link usePolled}: the next look waits for the last, and none are made while nobody sees them. */
export function startPolling<Data>({ everyMs, load, onData, onError }: Looks<Data>) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let current = new AbortController()

  function giveUp(): void {
    clearTimeout(timer)
    current.abort()
  }
  function wait(): void {
    clearTimeout(timer)
    if (!document.hidden) timer = setTimeout(look, everyMs)
  }
  async function look(): Promise<void> {
    giveUp()
    const own = new AbortController()
    current = own
    try {
      const data = await load(own.signal)
      if (!own.signal.aborted) onData(data)
    } catch (error) {
      if (!own.signal.aborted) onError(error)
    }
    if (!own.signal.aborted) wait()
  }
  function follow(): void {
    if (document.hidden) clearTimeout(timer)
    else void look()
  }

  document.addEventListener('visibilitychange', follow)
  wait()
  return {
    look,
    /** Gives up the look under way and begins to wait anew. */
    startOver: () => {
      giveUp()
      wait()
    },
    stop: () => {
      giveUp()
      document.removeEventListener('visibilitychange', follow)
    },
  }
}

/**
 * Keeps what a page has loaded up to date: looks every 3 seconds while the page is seen, at once when it is seen
 * again. A failed look keeps the last good answer. A new `loaded` (another search, a reload) starts afresh.
 */
export function usePolled<Data>(
  loaded: Data,
  load: (signal: AbortSignal) => Promise<Data>,
  onError: (error: unknown) => void = () => {},
): Polled<Data> {
  const [state, setState] = useState({ loaded, data: loaded, error: null as unknown })
  const [busy, setBusy] = useState(false)
  const clock = useRef<ReturnType<typeof startPolling<Data>>>(undefined)
  if (state.loaded !== loaded) setState({ loaded, data: loaded, error: null })

  const look = useEffectEvent(load)
  const fail = useEffectEvent(onError)

  useEffect(() => {
    clock.current = startPolling<Data>({
      everyMs: EVERY_MS,
      load: look,
      onData: (data) =>
        setState((last) => ({ loaded, data: isSame(last.data, data) ? last.data : data, error: null })),
      onError: (error) => {
        setState((last) => ({ ...last, error }))
        fail(error)
      },
    })
    return () => clock.current?.stop()
  }, [loaded])

  return {
    data: state.data,
    error: state.error,
    busy,
    refresh: async () => {
      setBusy(true)
      await clock.current?.look()
      setBusy(false)
    },
    change: (update) => {
      clock.current?.startOver()
      setState((last) => ({ ...last, data: update(last.data) }))
    },
  }
}

/** Answers are plain JSON; what did not change is not drawn again. */
function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
