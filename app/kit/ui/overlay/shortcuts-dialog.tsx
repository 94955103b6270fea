import { useId, useState } from 'react'
import { CheckboxField } from '#kit/ui/form/other-fields.tsx'
import { CloseIcon } from '#kit/ui/mark/icons.tsx'
import { Modal } from './modal.tsx'
import { areKeysOff, turnKeysOff } from './shortcut-keys.ts'
import { listShortcuts } from './shortcuts.tsx'

type ShortcutsDialogProps = { open: boolean; onClose: () => void }

/** Lists the shortcuts of the page; shortcuts of a single character can be turned off. */
export function ShortcutsDialog({ open, onClose }: ShortcutsDialogProps) {
  const id = useId()
  return (
    <Modal open={open} labelledBy={id} onClose={onClose}>
      <div className="grid gap-4 p-6">
        <div className="-my-2 flex items-center justify-between gap-4">
          <h2 id={id} className="text-lg">
            Keyboard shortcuts
          </h2>
          <button
            type="button"
            aria-label="Close"
            onClick={onClose}
            className="-me-3 grid size-11 cursor-pointer place-items-center rounded text-muted hover:text-ink"
          >
            <CloseIcon />
          </button>
        </div>
        <dl className="border-line border-t">
          {listShortcuts().map(({ keys, label }) => (
            <div
              key={keys}
              className="flex min-h-10 flex-row-reverse items-center justify-between gap-4 border-line border-b py-1"
            >
              <dt className="flex shrink-0 gap-1">
                {keys.split(' ').map((key) => (
                  <kbd key={key}>{NAMES[key] ?? key}</kbd>
                ))}
              </dt>
              <dd className="min-w-0">{label}</dd>
            </div>
          ))}
        </dl>
        <Switch />
      </div>
    </Modal>
  )
}

const NAMES: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
}

function Switch() {
  const [isOff, setIsOff] = useState(areKeysOff)
  return (
    <CheckboxField
      label="Use shortcuts of a single character"
      hint="Turn them off if you press such keys by accident, or dictate."
      checked={!isOff}
      onChange={({ target }) => {
        turnKeysOff(!target.checked)
        setIsOff(areKeysOff())
      }}
    />
  )
}
