import { useState } from 'react'
import { problemText } from '#kit/browser/client.ts'
import { saveFile } from '#kit/browser/save-file.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { DownloadIcon } from '#kit/ui/mark/icons.tsx'
import { useShortcuts } from '#kit/ui/overlay/shortcuts.tsx'
import { notify } from '#kit/ui/overlay/toaster.tsx'

type ExportButtonProps = {
  /** The address of the call that returns the file, or of several, as it is when the button is pressed. */
  path: () => string | readonly string[]
  /** Returns whether it has dealt with the error, so that none is shown. */
  onFailure: (error: unknown) => boolean
  size?: 'sm'
  /** Its name, where several have the same text. */
  label?: string
  /** The key that presses it, with what it does. */
  shortcut?: { readonly keys: string; readonly label: string }
  children: string
}

/** Saves the file of a call for admins, and says under which name. */
export function ExportButton({ path, onFailure, size, label, shortcut, children }: ExportButtonProps) {
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      for (const each of [path()].flat()) notify.success(`${await saveFile(each)} is saved`)
    } catch (error) {
      if (!onFailure(error)) notify.error(problemText(error))
    } finally {
      setBusy(false)
    }
  }
  useShortcuts(shortcut ? [{ ...shortcut, run: () => void (busy || save()) }] : [])
  return (
    <Button
      variant="secondary"
      {...(size && { size })}
      aria-label={label}
      aria-keyshortcuts={shortcut?.keys}
      title={shortcut && `${shortcut.label} (${shortcut.keys})`}
      busy={busy}
      onClick={save}
    >
      <span className="inline-flex items-center gap-2">
        <DownloadIcon />
        {children}
      </span>
    </Button>
  )
}
