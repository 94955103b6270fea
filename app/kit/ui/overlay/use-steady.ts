import { useLayoutEffect, useRef, useSyncExternalStore } from 'react'

let isPressed = false
let release: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

function setPressed(pressed: boolean): void {
  clearTimeout(release)
  if (pressed === isPressed) return
  isPressed = pressed
  for (const tell of listeners) tell()
}

const press = () => setPressed(true)
const letGo = () => setPressed(false)

/** A press that is no click has no event at its end but this. The click comes directly after it. */
const letGoSoon = () => {
  clearTimeout(release)
  release = setTimeout(letGo)
}

/**
 * A finger's mouse events come after it was lifted. The list of a select may keep the end of the press for itself. What ends a
 * press is heard after the page has answered to it: rendered before, a radio would be as it was.
 */
const EVENTS: readonly (readonly [string, () => void, boolean])[] = [
  ...['pointerdown', 'mousedown'].map((name) => [name, press, true] as const),
  ...['pointerup', 'mouseup', 'pointercancel'].map((name) => [name, letGoSoon, false] as const),
  ...['click', 'input', 'keydown', 'blur'].map((name) => [name, letGo, false] as const),
]

function subscribe(tell: () => void): () => void {
  if (listeners.size === 0)
    for (const [name, listener, capture] of EVENTS) window.addEventListener(name, listener, capture)
  listeners.add(tell)
  return () => {
    listeners.delete(tell)
    if (listeners.size > 0) return
    for (const [name, listener, capture] of EVENTS) window.removeEventListener(name, listener, capture)
  }
}

/**
 * The value as it was when the mouse button or the finger went down, until the click is done: what it shows moves nothing away
 * under the pointer. A press takes the focus from a field, which may then show an error.
 */
export function useSteady<Value>(value: Value): Value {
  const pressed = useSyncExternalStore(
    subscribe,
    () => isPressed,
    () => false,
  )
  const kept = useRef(value)
  useLayoutEffect(() => {
    if (!pressed) kept.current = value
  })
  return pressed ? kept.current : value
}
