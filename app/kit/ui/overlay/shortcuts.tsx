import { type ComponentType, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { areKeysOff } from './shortcut-keys.ts'
import { notify } from './toaster.tsx'

/** A key with an effect on the whole page. */
export interface Shortcut {
  /** As in `KeyboardEvent.key`; several keys are separated by spaces. */
  readonly keys: string
  /** What it does, for the list of shortcuts. */
  readonly label: string
  /** Returns false when there is nothing to do now: then the key keeps its usual effect. */
  run(event: KeyboardEvent): unknown
}

const registered = new Set<RefObject<readonly Shortcut[]>>()

/** Adds shortcuts while the component is mounted. Of two with the same key the one added last runs. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const current = useRef(shortcuts)
  useEffect(() => {
    current.current = shortcuts
  })
  useEffect(() => {
    registered.add(current)
    return () => {
      registered.delete(current)
    }
  }, [])
}

/** All shortcuts, those of the frame first. */
export const listShortcuts = (): Shortcut[] => [...registered].flatMap(({ current }) => current)

type Dialog = ComponentType<{ open: boolean; onClose: () => void }>

/** Runs the shortcuts of the page. The button, or the key `?`, opens a list of them. Mount it once. */
export function Shortcuts() {
  const [isOpen, setIsOpen] = useState(false)
  const [List, setList] = useState<Dialog>()

  const open = async () => {
    try {
      const { ShortcutsDialog } = await import('./shortcuts-dialog.tsx')
      setList(() => ShortcutsDialog)
      setIsOpen(true)
    } catch {
      notify.error('The list of shortcuts could not be loaded. Check the connection and try again.')
    }
  }
  useShortcuts([{ keys: '?', label: 'Show all shortcuts', run: () => void open() }])

  const onKeyDown = useEffectEvent(runShortcut)
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])

  return (
    <>
      <button
        type="button"
        onClick={open}
        className="min-h-11 cursor-pointer underline-offset-4 hover:text-link hover:underline [@media(scripting:none)]:hidden"
      >
        Keyboard shortcuts
      </button>
      {List && <List open={isOpen} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function runShortcut(event: KeyboardEvent): void {
  if (event.defaultPrevented || isModified(event) || isTyping(event) || document.querySelector(':modal'))
    return
  if (event.key.length === 1 && areKeysOff()) return
  const found = listShortcuts().findLast(({ keys }) => keys.split(' ').includes(event.key))
  if (found && found.run(event) !== false) event.preventDefault()
}

/** Some keyboards need AltGr, which browsers also report as Ctrl and Alt, or Shift for a character. */
function isModified(event: KeyboardEvent): boolean {
  if (event.isComposing) return true
  if (event.key.length > 1 && event.shiftKey) return true
  return (event.ctrlKey || event.altKey || event.metaKey) && !event.getModifierState('AltGraph')
}

const TYPED_INTO = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]'

const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.closest(TYPED_INTO) !== null
