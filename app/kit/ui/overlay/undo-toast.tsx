import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { ProblemError, problemText } from '#kit/browser/client.ts'
import { UNDO_MS } from '#kit/time.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { rememberFocus } from '#kit/ui/overlay/return-focus.ts'
import { areKeysOff } from '#kit/ui/overlay/shortcut-keys.ts'
import { useShortcuts } from '#kit/ui/overlay/shortcuts.tsx'
import { notify } from '#kit/ui/overlay/toaster.tsx'
import { useNow } from '#kit/ui/page/use-now.ts'
import {
  addUndo,
  forgetUndo,
  listUndos,
  replaceUndo,
  runUndo,
  subscribeUndone,
  subscribeUndos,
  type Undo,
  type UndoCall,
} from './undos.ts'

/** Tells apart what is done in one millisecond. */
let count = 0

type UndoOffer = {
  /** What was done. */
  text: string
  /** The calls that take it back, in sequence: data instead of a function, so that a reload does not lose them. */
  calls: readonly UndoCall[]
  untilMs?: number
  /** The ids of what the calls undo: see {@link endUndos}. */
  about?: readonly string[]
}

/**
 * Says what was done, in a toast with a button that takes it back, for 10 seconds unless told. The key `z` presses the
 * newest one. Its code is on few pages, none of them public. The page, or its layout, has `<UndoToasts />`.
 */
export function notifyUndo({ text, calls, untilMs = Date.now() + UNDO_MS, about = [] }: UndoOffer): void {
  const kept: Undo = { id: `undo ${Date.now()} ${count++}`, text, calls, untilMs, about }
  addUndo(kept)
  show(kept)
}

/**
 * Ends what the toasts offer about these ids, because they no longer tell the truth: it was undone or changed by other
 * means. A toast that is about others too stays, as `rest` says it, which gets those that are left.
 */
export function endUndos(
  ids: readonly string[],
  rest?: (undo: Undo, left: readonly string[]) => Pick<Undo, 'text' | 'calls'>,
): void {
  const ended = new Set(ids)
  for (const undo of listUndos()) {
    const about = undo.about.filter((id) => !ended.has(id))
    if (about.length === undo.about.length) continue
    if (about.length === 0 || !rest) notify.dismiss(undo.id)
    else {
      const changed = { ...undo, ...rest(undo, about), about }
      replaceUndo(changed)
      show(changed)
    }
  }
}

function show({ id, text, untilMs }: Undo): void {
  notify.success(
    ({ visible }) => <UndoMessage id={id} text={text} untilMs={untilMs} isVisible={visible} />,
    // The message itself ends it: the library would wait while the pointer is on it, and the change would be final.
    { id, duration: Number.POSITIVE_INFINITY },
  )
}

/** Shows the toasts again that the tab kept over a reload. */
export function UndoToasts() {
  useEffect(() => listUndos().forEach(show), [])
  return null
}

/** Calls back with the answers of the calls after a change was undone. */
export function useUndone(onUndone: (answers: readonly unknown[]) => void): void {
  const tell = useEffectEvent(onUndone)
  useEffect(() => subscribeUndone((answers) => tell(answers)), [])
}

type UndoMessageProps = Pick<Undo, 'id' | 'text' | 'untilMs'> & { isVisible: boolean }

function UndoMessage({ id, text, untilMs, isVisible }: UndoMessageProps) {
  const { busy, error, undo } = useUndoOf(id, untilMs)
  const newest = useSyncExternalStore(subscribeUndos, () => listUndos().at(-1)?.id)
  const box = useRef<HTMLSpanElement>(null)
  const [restoreFocus] = useState(rememberFocus)
  useShortcuts(newest === id && isVisible ? [{ keys: 'z', label: 'Undo the last change', run: undo }] : [])

  useEffect(() => {
    if (isVisible) return
    forgetUndo(id)
    if (box.current?.closest('.toast')?.contains(document.activeElement)) restoreFocus()
  }, [id, isVisible, restoreFocus])

  return (
    <span ref={box} className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1">
      <span className="min-w-0 grow text-balance sm:basis-36">
        {text}
        {error !== null && (
          <span className="block text-bad text-xs">{`Not undone. ${problemText(error)}`}</span>
        )}
      </span>
      <TimeLeft untilMs={untilMs} />
      <Button variant="secondary" size="sm" busy={busy} aria-keyshortcuts="z" onClick={undo}>
        Undo
        {newest === id && !areKeysOff() && (
          <span aria-hidden="true" className="ms-2 pointer-coarse:hidden">
            <kbd>z</kbd>
          </span>
        )}
      </Button>
    </span>
  )
}

/** Ends the toast in time; an undo that runs then may still succeed. */
function useUndoOf(id: string, untilMs: number) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)

  const undo = async () => {
    if (busy) return
    setBusy(true)
    try {
      if (!(await runUndo(id))) return
      notify.success('Undone')
      notify.dismiss(id)
    } catch (thrown) {
      const isFinal = !isOffline(thrown) || Date.now() >= untilMs
      if (isFinal) endWithFailure(id, thrown)
      else setError(thrown)
    } finally {
      setBusy(false)
    }
  }
  const end = useEffectEvent(() => {
    if (busy) return
    if (error === null) notify.dismiss(id)
    else endWithFailure(id, error)
  })
  useEffect(() => {
    const timer = setTimeout(() => end(), untilMs - Date.now())
    return () => clearTimeout(timer)
  }, [untilMs])
  return { busy, error, undo: () => void undo() }
}

/** A try without an answer can be repeated; a refusal stays one. */
const isOffline = (error: unknown): boolean => error instanceof ProblemError && error.status === 0

function endWithFailure(id: string, error: unknown): void {
  notify.dismiss(id)
  notify.error(`The change could not be undone. ${problemText(error)}`)
}

/** Hidden from screen readers, which would read each second. */
function TimeLeft({ untilMs }: { untilMs: number }) {
  const seconds = Math.max(0, Math.ceil((untilMs - useNow(250)) / 1000))
  return <span aria-hidden="true" className="w-7 shrink-0 text-end text-muted text-xs">{`${seconds} s`}</span>
}
