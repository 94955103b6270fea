import { type ReactNode, useEffect, useId, useRef } from 'react'
import { rememberFocus } from '#kit/ui/return-focus.ts'
import { Button } from './button.tsx'
import { ignoreRepeatedClick } from './ignore-repeated-click.ts'
import { Notice } from './notice.tsx'

type ConfirmDialogProps = {
  open: boolean
  title: string
  body?: ReactNode
  yes: string
  no: string
  /** The deed is under way: Yes shows it and takes no second click. */
  busy?: boolean
  /** Why the deed failed; shown here because the page behind cannot be reached. */
  error?: string | null
  onConfirm: () => void
  /** Called by No, Escape and a click beside the dialog; set `open` to false here. */
  onClose: () => void
}

/** Asks once before something is lost. The safe answer is focused first; the focus returns when it closes. */
export function ConfirmDialog({
  open,
  title,
  body,
  yes,
  no,
  busy = false,
  error,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const isPressedBeside = useRef(false)
  const id = useId()

  useEffect(() => {
    const element = dialog.current
    if (!open || !element) return
    const giveFocusBack = rememberFocus()
    element.showModal()
    return () => {
      element.close()
      giveFocusBack()
    }
  }, [open])

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the keyboard's way out, and the browser gives it.
    <dialog
      ref={dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={body ? `${id}-body` : undefined}
      className="float m-auto w-[min(26rem,calc(100vw-2rem))] p-0 backdrop:bg-scrim"
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClickCapture={ignoreRepeatedClick}
      // A press that begins in the dialog and ends beside it, as when text is selected, is a click on the dialog too.
      onPointerDown={(event) => {
        isPressedBeside.current = event.target === dialog.current
      }}
      onClick={(event) => {
        if (event.target === dialog.current && isPressedBeside.current) onClose()
      }}
    >
      {open && (
        <div className="grid gap-4 p-6">
          <h2 id={`${id}-title`} className="text-lg">
            {title}
          </h2>
          {body && (
            <div id={`${id}-body`} className="text-muted">
              {body}
            </div>
          )}
          {error && <Notice tone="bad">{error}</Notice>}
          <div className="mt-2 flex justify-end gap-2">
            <Button variant="secondary" onClick={onClose}>
              {no}
            </Button>
            <Button variant="destroy" busy={busy} onClick={onConfirm}>
              {yes}
            </Button>
          </div>
        </div>
      )}
    </dialog>
  )
}
