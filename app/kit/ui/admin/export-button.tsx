import { useState } from 'react'
import { problemText } from '#kit/browser/client.ts'
import { saveFile } from '#kit/browser/save-file.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { DownloadIcon } from '#kit/ui/mark/icons.tsx'
import { notify } from '#kit/ui/overlay/toaster.tsx'

type ExportButtonProps = {
  /** The address of the call that returns the file, as it is when the button is pressed. */
  path: () => string
  /** Returns whether it has dealt with the error, so that none is shown. */
  onFailure: (error: unknown) => boolean
  size?: 'sm'
  /** Its name, where several have the same text. */
  label?: string
  children: string
}

/** Saves the file of a call for admins, and says under which name. */
export function ExportButton({ path, onFailure, size, label, children }: ExportButtonProps) {
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      notify.success(`${await saveFile(path())} is saved`)
    } catch (error) {
      if (!onFailure(error)) notify.error(problemText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button variant="secondary" {...(size && { size })} aria-label={label} busy={busy} onClick={save}>
      <span className="inline-flex items-center gap-2">
        <DownloadIcon />
        {children}
      </span>
    </Button>
  )
}
