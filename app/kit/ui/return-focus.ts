/** How long the opener may take to disappear after the dialog has closed (a deleted row waits for its reload). */
const WATCH_MS = 5000

/**
 * Remembers the focused control; the function it gives back puts the focus there again.
 * If that control is gone, or goes soon after, the focus moves to the nearest control of the same name
 * (the next row's "Cancel"), else to the page's heading, so that whoever uses a keyboard never starts from the top.
 */
export function rememberFocus(): () => void {
  const opener = document.activeElement
  const controls = [...document.querySelectorAll<HTMLElement>('button, a[href], summary')]
  const place = opener instanceof HTMLElement ? controls.indexOf(opener) : -1
  const name = nameOf(opener)
  const nearest = controls
    .map((control, index) => ({ control, distance: Math.abs(index - place), after: index > place }))
    .filter(({ control }) => place >= 0 && nameOf(control) === name)
    .sort((a, b) => a.distance - b.distance || Number(b.after) - Number(a.after))
    .map(({ control }) => control)

  function restore() {
    const living = opener?.id ? document.getElementById(opener.id) : null
    focusFirst([opener, living, ...nearest].filter((element) => element instanceof HTMLElement))
  }

  return () => {
    restore()
    watchForLoss(restore)
  }
}

function nameOf(element: Element | null): string {
  return element?.getAttribute('aria-label') ?? element?.textContent ?? ''
}

function focusFirst(candidates: HTMLElement[]) {
  for (const candidate of candidates) {
    if (!candidate.isConnected) continue
    candidate.focus()
    if (document.activeElement === candidate) return
  }
  const heading =
    document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main')
  if (!heading) return
  heading.tabIndex = -1
  heading.focus()
}

/** A removed element takes the focus with it without a word: the page's body is focused, and no event says so. */
function watchForLoss(restore: () => void) {
  const observer = new MutationObserver(() => {
    if (document.activeElement && document.activeElement !== document.body) return
    stop()
    restore()
  })
  const timer = setTimeout(stop, WATCH_MS)
  function stop() {
    observer.disconnect()
    clearTimeout(timer)
    document.removeEventListener('pointerdown', stop)
  }
  observer.observe(document.body, { childList: true, subtree: true })
  document.addEventListener('pointerdown', stop)
}
