import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'

const STAY_MS = 5000

/** A row of slides that scrolls from stop to stop; at each stop `perView` slides are in sight. */
export interface Carousel {
  readonly viewport: RefObject<HTMLDivElement | null>
  /** The first slide in sight, from 0. */
  readonly index: number
  /** How many slides are in sight; 0 until the page is awake. */
  readonly perView: number
  /** How many stops there are. */
  readonly stops: number
  /** Whether it is meant to move by itself. */
  readonly isPlaying: boolean
  /** Whether it does: nobody holds it, and there is somewhere to go. */
  readonly isMoving: boolean
  go(index: number): void
  togglePlaying(): void
  /** Holds it still while somebody points at it or works in it. */
  hold(isHeld: boolean): void
}

/** Moves every 5 seconds unless paused, held, or motion is unwanted; scrolling by hand works all the time. */
export function useCarousel(count: number): Carousel {
  const viewport = useRef<HTMLDivElement>(null)
  const perView = usePerView(viewport, count)
  const stops = Math.max(1, count - Math.max(1, perView) + 1)
  const { index, go } = usePlace(viewport, stops)
  const [isPlaying, setIsPlaying] = useState(false)
  const [isHeld, setIsHeld] = useState(false)

  useEffect(() => setIsPlaying(!prefersStillness()), [])

  const advance = useEffectEvent(() => {
    if (!document.hidden) go(index + 1)
  })
  const isMoving = isPlaying && !isHeld && stops > 1
  // biome-ignore lint/correctness/useExhaustiveDependencies: a slide that has just come stays its whole time.
  useEffect(() => {
    if (!isMoving) return
    const clock = setInterval(advance, STAY_MS)
    return () => clearInterval(clock)
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
      // Who asks for motion while pointing at the button wants to see it at once.
      setIsHeld(false)
    },
    hold: setIsHeld,
  }
}

const prefersStillness = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches

/** How far it is from one slide to the next, gap included. */
function stepOf({ children, clientWidth }: HTMLElement): number {
  const [first, second] = children
  if (!(first instanceof HTMLElement && second instanceof HTMLElement)) return clientWidth
  return second.offsetLeft - first.offsetLeft || clientWidth
}

function usePerView(viewport: RefObject<HTMLDivElement | null>, count: number): number {
  const [perView, setPerView] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: with the first slide the row comes to be.
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

/** The stop that is shown or, while the row scrolls there, meant. Beyond the last comes the first. */
function usePlace(viewport: RefObject<HTMLDivElement | null>, stops: number) {
  const [index, setIndex] = useState(0)
  const goal = useRef<number>(undefined)

  const go = (wanted: number) => {
    const element = viewport.current
    if (!element) return
    const next = (wanted + stops) % stops
    goal.current = next
    setIndex(next)
    element.scrollTo({
      left: next * stepOf(element),
      behavior: prefersStillness() ? 'instant' : 'smooth',
    })
  }

  const follow = useEffectEvent(() => {
    const element = viewport.current
    if (!element) return
    const place = element.scrollLeft / stepOf(element)
    if (goal.current === undefined) setIndex(Math.min(stops - 1, Math.round(place)))
    else if (Math.abs(place - goal.current) < 0.02) goal.current = undefined
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: other stops stand for another row.
  useEffect(() => {
    const element = viewport.current
    if (!element) return
    const forget = () => {
      goal.current = undefined
    }
    follow()
    const stop = new AbortController()
    const options = { signal: stop.signal, passive: true }
    element.addEventListener('scroll', follow, options)
    // A hand on the row ends its own way; where it is then let go, only the row knows.
    for (const event of ['pointerdown', 'wheel', 'touchmove', 'keydown']) {
      element.addEventListener(event, forget, options)
    }
    return () => stop.abort()
  }, [viewport, stops])

  return { index: Math.min(index, stops - 1), go }
}
