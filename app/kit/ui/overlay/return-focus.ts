/** How long to watch whether the opener is removed after the dialog has closed (a reload removes a deleted row). */
const WATCH_MS = 5000

/**
 * Remembers the focused control; the returned function focuses it again. If that control was removed, or is removed soon
 * after, the focus moves to the nearest control with the same name (the next row's "Cancel"), else to the heading of the
 * page, so that the keyboard position is not lost.
 */
export function rememberFocus(): () => void {
  const opener = document.activeElement
  const controls = [...document.querySelectorAll<HTMLElement>('button, a[href], summary')]
  const index = opener instanceof HTMLElement ? controls.indexOf(opener) : -1
  const name = nameOf(opener)
  const nearest = controls
    .map((control, position) => ({ control, distance: Math.abs(position - index), after: position > index }))
    .filter(({ control }) => index >= 0 && nameOf(control) === name)
    .sort((a, b) => a.distance - b.distance || Number(b.after) - Number(a.after))
    .map(({ control }) => control)

  function restore() {
    const current = opener?.id ? document.getElementById(opener.id) : null
    focusFirst([opener, current, ...nearest].filter((element) => element instanceof HTMLElement))
  }

  return () => {
    restore()
    watchForRemoval(restore)
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

/** Removing the focused element moves the focus to the body without an event, so this observes the document. */
function watchForRemoval(restore: () => void) {
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
