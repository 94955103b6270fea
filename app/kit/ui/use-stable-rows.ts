import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** Until then a click may still belong to the press before it. */
const CLICK_FOLLOWS_MS = 50
/** How long clicks are ignored after the row under the pointer has gone and another has taken its place. */
const GUARD_MS = 600

interface Place {
  readonly element: Element
  readonly top: number
}

/**
 * Holds a table's rows still under the hand while a refresh brings, moves or takes others: the row under the
 * pointer, else the focused one, keeps its place in the window, and nothing changes while the pointer is pressed.
 * `rows` has to be the same array as long as nothing changed. Put `box` on the element around the table, and
 * draw the rows that come back.
 */
export function useStableRows<Row>(rows: Row[]): { rows: Row[]; box: RefObject<HTMLDivElement | null> } {
  const box = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState(rows)
  const places = useRef<Place[]>([])
  const hand = useHand(box)

  useLayoutEffect(() => {
    if (rows === shown || hand.isPressed) return
    // The old rows still stand here: now is the time to measure them.
    if (box.current) places.current = placesToKeep(box.current, hand.position.current)
    setShown(rows)
  }, [rows, shown, hand.isPressed, hand.position])

  // biome-ignore lint/correctness/useExhaustiveDependencies: `shown` stands for the rows just drawn.
  useLayoutEffect(() => {
    const [first] = places.current
    const kept = places.current.find(({ element }) => element.isConnected)
    places.current = []
    if (!box.current || !kept) return
    if (kept !== first && first?.element.matches('tr'))
      hand.ignoreClicksUntil.current = performance.now() + GUARD_MS
    keepInPlace(box.current, kept)
  }, [shown])

  return { rows: shown, box }
}

/** Follows the pointer: where it is, whether it is pressed on the box, and since when its clicks mean nothing. */
function useHand(box: RefObject<HTMLDivElement | null>) {
  const position = useRef<{ x: number; y: number }>(undefined)
  const ignoreClicksUntil = useRef(0)
  const [isPressed, setIsPressed] = useState(false)

  useEffect(() => {
    const element = box.current
    if (!element) return
    const stop = new AbortController()
    const { signal } = stop
    const follow = (event: PointerEvent) => {
      position.current = { x: event.clientX, y: event.clientY }
    }
    const release = () => setTimeout(() => setIsPressed(false), CLICK_FOLLOWS_MS)
    window.addEventListener('pointermove', follow, { signal, passive: true })
    window.addEventListener('pointerdown', follow, { signal, passive: true })
    window.addEventListener('pointerup', release, { signal })
    window.addEventListener('pointercancel', release, { signal })
    document.documentElement.addEventListener('mouseleave', () => (position.current = undefined), { signal })
    element.addEventListener('pointerdown', () => setIsPressed(true), { signal })
    element.addEventListener('pointerleave', () => giveRoomBack(element), { signal })
    element.addEventListener(
      'click',
      (event) => {
        if (performance.now() > ignoreClicksUntil.current) return
        event.preventDefault()
        event.stopPropagation()
      },
      { signal, capture: true },
    )
    // The browser's own way of holding still knows nothing of the pointer, and both together would move twice.
    document.documentElement.style.overflowAnchor = 'none'
    return () => {
      stop.abort()
      document.documentElement.style.overflowAnchor = ''
    }
  }, [box])

  return { position, ignoreClicksUntil, isPressed }
}

/** What must not move, the most wanted first: the row at hand, and for the case that it goes, those around it. */
function placesToKeep(box: HTMLElement, pointer: { x: number; y: number } | undefined): Place[] {
  const rows = [...box.querySelectorAll('tbody tr')]
  const row = rowAtHand(box, pointer) ?? firstRowInSight(box, rows)
  if (!row) return []
  const index = rows.indexOf(row)
  return [...rows.slice(index), ...rows.slice(0, index).reverse()].map((element) => ({
    element,
    top: element.getBoundingClientRect().top,
  }))
}

function rowAtHand(box: HTMLElement, pointer: { x: number; y: number } | undefined): Element | null {
  const pointed = pointer ? document.elementFromPoint(pointer.x, pointer.y) : null
  for (const element of [pointed, document.activeElement]) {
    const row = element?.closest('tbody tr')
    if (row && box.contains(row)) return row
  }
  return null
}

/** Who has scrolled into the table is reading there. */
function firstRowInSight(box: HTMLElement, rows: Element[]): Element | undefined {
  if (box.getBoundingClientRect().top >= 0) return undefined
  return rows.find((row) => row.getBoundingClientRect().top >= 0)
}

/** Scrolls until the row is where it was; where the page cannot scroll that far, empty room is put above or below. */
function keepInPlace(box: HTMLElement, { element, top }: Place): void {
  const missing = () => element.getBoundingClientRect().top - top
  const room = Number.parseFloat(box.style.paddingTop) || 0
  if (room > 0 && missing() > 0) box.style.paddingTop = `${Math.max(0, room - missing())}px`
  window.scrollBy({ top: missing(), behavior: 'instant' })
  if (missing() > 1) {
    box.style.paddingBottom = `${window.innerHeight + missing()}px`
    window.scrollBy({ top: missing(), behavior: 'instant' })
  } else if (missing() < -1) {
    box.style.paddingTop = `${(Number.parseFloat(box.style.paddingTop) || 0) - missing()}px`
  }
  trimBelow(box)
}

function giveRoomBack(box: HTMLElement): void {
  box.style.paddingTop = ''
  trimBelow(box)
}

/** Takes away the room below that is out of sight, so that nothing in sight moves. */
function trimBelow(box: HTMLElement): void {
  const room = Number.parseFloat(box.style.paddingBottom) || 0
  if (room === 0) return
  // At the page's top nothing above the room can move, however much of it goes.
  const unseen =
    window.scrollY === 0 ? room : document.documentElement.scrollHeight - window.scrollY - window.innerHeight
  box.style.paddingBottom = `${Math.max(0, room - unseen)}px`
}
