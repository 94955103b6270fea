import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** A click event may follow that long after its pointerup. */
const CLICK_FOLLOWS_MS = 50
/** How long clicks are ignored after another row replaced the row under the pointer. */
const IGNORE_CLICKS_MS = 600

interface RowPosition {
  readonly element: Element
  readonly top: number
}

/**
 * Keeps a table's rows stable while a refresh adds, moves or removes others: the row under the pointer, else the focused
 * row, keeps its position in the window, and nothing changes while the pointer is pressed. `rows` has to be the same array
 * while nothing changed. Set `box` on the element around the table, and render the returned rows.
 */
export function useStableRows<Row>(rows: Row[]): { rows: Row[]; box: RefObject<HTMLDivElement | null> } {
  const box = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState(rows)
  const positions = useRef<RowPosition[]>([])
  const pointer = usePointer(box)

  useLayoutEffect(() => {
    if (rows === shown || pointer.isPressed) return
    // The old rows are still rendered and can be measured.
    if (box.current) positions.current = positionsToKeep(box.current, pointer.position.current)
    setShown(rows)
  }, [rows, shown, pointer.isPressed, pointer.position])

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after `shown` was rendered.
  useLayoutEffect(() => {
    const [first] = positions.current
    const kept = positions.current.find(({ element }) => element.isConnected)
    positions.current = []
    if (!box.current || !kept) return
    if (kept !== first && first?.element.matches('tr'))
      pointer.ignoreClicksUntil.current = performance.now() + IGNORE_CLICKS_MS
    keepPosition(box.current, kept)
  }, [shown])

  return { rows: shown, box }
}

/** Tracks the pointer: its position, whether it is pressed on the box, and until when its clicks are ignored. */
function usePointer(box: RefObject<HTMLDivElement | null>) {
  const position = useRef<{ x: number; y: number }>(undefined)
  const ignoreClicksUntil = useRef(0)
  const [isPressed, setIsPressed] = useState(false)

  useEffect(() => {
    const element = box.current
    if (!element) return
    const listeners = new AbortController()
    const { signal } = listeners
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
    element.addEventListener('pointerleave', () => removePadding(element), { signal })
    element.addEventListener(
      'click',
      (event) => {
        if (performance.now() > ignoreClicksUntil.current) return
        event.preventDefault()
        event.stopPropagation()
      },
      { signal, capture: true },
    )
    // Scroll anchoring of the browser ignores the pointer, and both together would scroll twice.
    document.documentElement.style.overflowAnchor = 'none'
    return () => {
      listeners.abort()
      document.documentElement.style.overflowAnchor = ''
    }
  }, [box])

  return { position, ignoreClicksUntil, isPressed }
}

/** The rows to keep in position, by priority: the active row, then its neighbours in case it is removed. */
function positionsToKeep(box: HTMLElement, pointer: { x: number; y: number } | undefined): RowPosition[] {
  const rows = [...box.querySelectorAll('tbody tr')]
  const row = activeRow(box, pointer) ?? firstVisibleRow(box, rows)
  if (!row) return []
  const index = rows.indexOf(row)
  return [...rows.slice(index), ...rows.slice(0, index).reverse()].map((element) => ({
    element,
    top: element.getBoundingClientRect().top,
  }))
}

function activeRow(box: HTMLElement, pointer: { x: number; y: number } | undefined): Element | null {
  const pointed = pointer ? document.elementFromPoint(pointer.x, pointer.y) : null
  for (const element of [pointed, document.activeElement]) {
    const row = element?.closest('tbody tr')
    if (row && box.contains(row)) return row
  }
  return null
}

/** The first visible row, when the page is scrolled into the table. */
function firstVisibleRow(box: HTMLElement, rows: Element[]): Element | undefined {
  if (box.getBoundingClientRect().top >= 0) return undefined
  return rows.find((row) => row.getBoundingClientRect().top >= 0)
}

/** Scrolls until the row is where it was; when the page cannot scroll that far, adds padding above or below. */
function keepPosition(box: HTMLElement, { element, top }: RowPosition): void {
  const missing = () => element.getBoundingClientRect().top - top
  const padding = Number.parseFloat(box.style.paddingTop) || 0
  if (padding > 0 && missing() > 0) box.style.paddingTop = `${Math.max(0, padding - missing())}px`
  window.scrollBy({ top: missing(), behavior: 'instant' })
  if (missing() > 1) {
    box.style.paddingBottom = `${window.innerHeight + missing()}px`
    window.scrollBy({ top: missing(), behavior: 'instant' })
  } else if (missing() < -1) {
    box.style.paddingTop = `${(Number.parseFloat(box.style.paddingTop) || 0) - missing()}px`
  }
  trimPaddingBelow(box)
}

function removePadding(box: HTMLElement): void {
  box.style.paddingTop = ''
  trimPaddingBelow(box)
}

/** Removes the invisible padding below, so that nothing visible moves. */
function trimPaddingBelow(box: HTMLElement): void {
  const padding = Number.parseFloat(box.style.paddingBottom) || 0
  if (padding === 0) return
  // At the top of the page removing all of the padding moves nothing.
  const invisible =
    window.scrollY === 0
      ? padding
      : document.documentElement.scrollHeight - window.scrollY - window.innerHeight
  box.style.paddingBottom = `${Math.max(0, padding - invisible)}px`
}
