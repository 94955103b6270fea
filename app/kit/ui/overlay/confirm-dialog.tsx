import { type ReactNode, useId } from 'react'
import { Button } from '#kit/ui/form/button.tsx'
import { Notice } from '#kit/ui/mark/notice.tsx'
import { Modal } from './modal.tsx'

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
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, body, yes, no, busy = false, error, onConfirm, onClose } = props
  const id = useId()
  return (
    <Modal
      open={open}
      labelledBy={`${id}-title`}
      describedBy={body ? `${id}-body` : undefined}
      onClose={onClose}
    >
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
    </Modal>
  )
}
