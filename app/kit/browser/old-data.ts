import { texts } from '#kit/texts.ts'

/**
 * The name in `Server-Timing` of a response that was sent from memory while the database was away. Scripts can read no other
 * header of a page.
 */
export const OLD_DATA = 'old-data'

/** The first element of a page with such data. No page has this element there, so React leaves it alone. */
export const OLD_DATA_NOTICE = `<section class="${OLD_DATA}" role="status">${texts.oldData}</section>`

/** Adds the notice to the page after a navigation to such data, and removes it after one to current data. */
export function watchOldData(): void {
  const observer = new PerformanceObserver((loaded) => {
    for (const entry of loaded.getEntries())
      if (entry instanceof PerformanceResourceTiming && isNavigation(entry)) showNotice(hasOldData(entry))
  })
  observer.observe({ type: 'resource' })
}

const isNavigation = ({ initiatorType, name }: PerformanceResourceTiming): boolean =>
  initiatorType === 'fetch' && new URL(name).pathname.endsWith('.data')

const hasOldData = ({ serverTiming }: PerformanceResourceTiming): boolean =>
  serverTiming.some(({ name }) => name === OLD_DATA)

function showNotice(isOld: boolean): void {
  const shown = document.body.querySelector(`:scope > .${OLD_DATA}`)
  if (isOld && !shown) document.body.insertAdjacentHTML('afterbegin', OLD_DATA_NOTICE)
  if (!isOld) shown?.remove()
}
