import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'

const SLIDE_MS = 5000

/** A row of slides that scrolls from stop to stop; at each stop `perView` slides are visible. */
export interface Carousel {
  readonly viewport: RefObject<HTMLDivElement | null>
  /** The first visible slide, from 0. */
  readonly index: number
  /** How many slides are visible; 0 until the page is hydrated. */
  readonly perView: number
  /** The number of stops. */
  readonly stops: number
  /** Whether the visitor lets it move by itself. */
  readonly isPlaying: boolean
  /** Whether it moves now: it is playing, not held, and has more than one stop. */
  readonly isMoving: boolean
  go(index: number): void
  togglePlaying(): void
  /** Stops it while the pointer or the keyboard focus is in it. */
  hold(isHeld: boolean): void
}

/** Moves every 5 seconds unless paused or held; begins paused when reduced motion is preferred. Manual scrolling always works. */
export function useCarousel(count: number): Carousel {
  const viewport = useRef<HTMLDivElement>(null)
  const perView = usePerView(viewport, count)
  const stops = Math.max(1, count - Math.max(1, perView) + 1)
  const { index, go } = useCurrentStop(viewport, stops)
  const [isPlaying, setIsPlaying] = useState(false)
  const [isHeld, setIsHeld] = useState(false)

  useEffect(() => setIsPlaying(!prefersReducedMotion()), [])

  const advance = useEffectEvent(() => {
    if (!document.hidden) go(index + 1)
  })
  const isMoving = isPlaying && !isHeld && stops > 1
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new slide restarts the interval.
  useEffect(() => {
    if (!isMoving) return
    const interval = setInterval(advance, SLIDE_MS)
    return () => clearInterval(interval)
  }, [isMoving, index])

  return {
    viewport,
    index,
    perView,
    stops,
    isPlaying,
    isMoving,
    go,
    togglePlaying: () => {
      setIsPlaying(!isPlaying)
      // The pointer is on the button then, and the visitor expects to see motion at once.
      setIsHeld(false)
    },
    hold: setIsHeld,
  }
}

const prefersReducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches

/** The distance from one slide to the next in px, gap included. */
function stepOf({ children, clientWidth }: HTMLElement): number {
  const [first, second] = children
  if (!(first instanceof HTMLElement && second instanceof HTMLElement)) return clientWidth
  return second.offsetLeft - first.offsetLeft || clientWidth
}

function usePerView(viewport: RefObject<HTMLDivElement | null>, count: number): number {
  const [perView, setPerView] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the row is rendered with the first slide.
  useEffect(() => {
    const element = viewport.current
    if (!element) return
    const observer = new ResizeObserver(() => {
      setPerView(Math.max(1, Math.round(element.clientWidth / stepOf(element))))
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [viewport, count === 0])
  return perView
}

/** The current stop, or the target while the row scrolls to it. After the last stop comes the first. */
function useCurrentStop(viewport: RefObject<HTMLDivElement | null>, stops: number) {
  const [index, setIndex] = useState(0)
  const target = useRef<number>(undefined)

  const go = (requested: number) => {
    const element = viewport.current
    if (!element) return
    const next = (requested + stops) % stops
    target.current = next
    setIndex(next)
    element.scrollTo({
      left: next * stepOf(element),
      behavior: prefersReducedMotion() ? 'instant' : 'smooth',
    })
  }

  const readScroll = useEffectEvent(() => {
    const element = viewport.current
    if (!element) return
    const position = element.scrollLeft / stepOf(element)
    if (target.current === undefined) setIndex(Math.min(stops - 1, Math.round(position)))
    else if (Math.abs(position - target.current) < 0.02) target.current = undefined
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: the row changes with the number of stops.
  useEffect(() => {
    const element = viewport.current
    if (!element) return
    const clearTarget = () => {
      target.current = undefined
    }
    readScroll()
    const abort = new AbortController()
    const options = { signal: abort.signal, passive: true }
    element.addEventListener('scroll', readScroll, options)
    // Manual scrolling cancels the move; from then on the scroll position decides.
    for (const event of ['pointerdown', 'wheel', 'touchmove', 'keydown']) {
      element.addEventListener(event, clearTarget, options)
    }
    return () => abort.abort()
  }, [viewport, stops])

  return { index: Math.min(index, stops - 1), go }
}
