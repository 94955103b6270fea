import { type RefObject, useEffect } from 'react'

/** Between two looks at the bars: they come and go with the page while toasts are shown. */
const EVERY_MS = 200

/** So far from the bottom of the window is the box without a bar. */
const MARGIN = 16

const GAP = 8

/** Keeps a fixed box at the bottom of the window above the bars there (`.bottom-bar`), so that it covers none of their buttons. */
export function useAboveBars(box: RefObject<HTMLElement | null>, isShown: boolean): void {
  useEffect(() => {
    if (!isShown) return
    const place = () => box.current && placeAbove(box.current, document.querySelectorAll('.bottom-bar'))
    place()
    const timer = setInterval(place, EVERY_MS)
    for (const event of ['scroll', 'resize']) window.addEventListener(event, place, { passive: true })
    return () => {
      clearInterval(timer)
      for (const event of ['scroll', 'resize']) window.removeEventListener(event, place)
    }
  }, [box, isShown])
}

function placeAbove(box: HTMLElement, bars: Iterable<Element>): void {
  const { left, right, height } = box.getBoundingClientRect()
  const bottom = window.innerHeight
  let top = bottom
  for (const bar of bars) {
    const rect = bar.getBoundingClientRect()
    const isBeside = rect.height === 0 || rect.left >= right || rect.right <= left
    const isUnder = rect.bottom > bottom - MARGIN - height && rect.top < bottom
    if (isUnder && !isBeside) top = Math.min(top, rect.top)
  }
  // Without a bar the style sheet says where it is.
  box.style.bottom = top === bottom ? '' : `${bottom - top + GAP}px`
}
