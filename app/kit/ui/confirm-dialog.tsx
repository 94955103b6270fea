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
  /** The action is running: Yes shows a spinner and ignores clicks. */
  busy?: boolean
  /** Why the action failed; shown here because the page behind is inert. */
  error?: string | null
  onConfirm: () => void
  /** Called on No, Escape and a click outside the dialog; set `open` to false here. */
  onClose: () => void
}

/** Asks for confirmation of a destructive action. No is focused first; the focus returns when the dialog closes. */
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
  const isPressedOutside = useRef(false)
  const id = useId()

  useEffect(() => {
    const element = dialog.current
    if (!open || !element) return
    const restoreFocus = rememberFocus()
    element.showModal()
    return () => {
      element.close()
      restoreFocus()
    }
  }, [open])

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes the dialog by keyboard, handled by the browser.
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
      // Selecting text may press inside the dialog and release outside, which is a click on the dialog element too.
      onPointerDown={(event) => {
        isPressedOutside.current = event.target === dialog.current
      }}
      onClick={(event) => {
        if (event.target === dialog.current && isPressedOutside.current) onClose()
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
