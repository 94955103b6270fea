import { type ComponentType, useEffect, useEffectEvent, useRef, useState } from 'react'
import { ForRight, may } from '#features/accounts/staff-access.tsx'
import { RestoreBanner } from '#features/restores/admin/restore-banner.tsx'
import { SearchIcon } from '#kit/ui/mark/icons.tsx'
import { useShortcuts } from '#kit/ui/overlay/shortcuts.tsx'
import { notify } from '#kit/ui/overlay/toaster.tsx'
import { UndoToasts } from '#kit/ui/overlay/undo-toast.tsx'
import type { AdminMenu } from '../frame/sidebar.tsx'
import { shownGroups } from './admin-entries.tsx'

/** Imported only for staff, so that customers do not load it. */
export const adminMenu = (): AdminMenu => ({
  groups: shownGroups(),
  isAdmin: may('admin'),
  tools: (
    <>
      <PaletteButton />
      <UndoToasts />
    </>
  ),
  notice: (
    <ForRight right="settings">
      <RestoreBanner />
    </ForRight>
  ),
})

type PaletteComponent = ComponentType<{ open: boolean; typed: string; onClose: () => void }>

/** On a Mac Ctrl+K deletes text. */
const isMac = (): boolean => /^(Mac|iPhone|iPad)/.test(navigator.platform)

const isPaletteKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'k' && (isMac() ? metaKey && !ctrlKey : ctrlKey && !metaKey) && !altKey && !shiftKey

const isLetter = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  key.length === 1 && !ctrlKey && !metaKey && !altKey

/** Opens the palette by click, and by Ctrl+K or ⌘K, also while typing. Its code is loaded on first use. Mount it once. */
export function PaletteButton() {
  const [isOpen, setIsOpen] = useState(false)
  const [isLoading, setIsLoading] = useState(false)
  const [Palette, setPalette] = useState<PaletteComponent>()
  /** What is typed before the field is there. */
  const typed = useRef('')
  const keys = isMac() ? '⌘K' : 'Ctrl+K'

  const open = async () => {
    typed.current = ''
    setIsLoading(true)
    try {
      const { Palette: loaded } = await import('./palette.tsx')
      setPalette(() => loaded)
      setIsOpen(true)
    } catch {
      notify.error('The search could not be loaded. Check the connection and try again.')
    } finally {
      setIsLoading(false)
    }
  }
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (isLoading && isLetter(event)) {
      typed.current += event.key
      event.preventDefault()
    }
    if (!isPaletteKey(event) || event.isComposing) return
    // The browser has its own use of the key.
    event.preventDefault()
    if (isOpen) setIsOpen(false)
    else if (!document.querySelector(':modal')) void open()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
  // Only for the list of shortcuts: no single key has this name.
  useShortcuts([{ keys, label: 'Find a page, an order, a part or a user', run: () => false }])
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts={isMac() ? 'Meta+K' : 'Control+K'}
        aria-busy={isLoading}
        onClick={open}
        className="flex min-h-11 flex-1 cursor-pointer items-center gap-3 rounded border border-edge px-3 text-muted hover:border-ink hover:text-ink aria-busy:cursor-progress"
      >
        <SearchIcon size={20} />
        Search
        <span aria-hidden="true" className="ms-auto max-md:hidden pointer-coarse:hidden">
          <kbd>{keys}</kbd>
        </span>
      </button>
      {Palette && <Palette open={isOpen} typed={typed.current} onClose={() => setIsOpen(false)} />}
    </>
  )
}
