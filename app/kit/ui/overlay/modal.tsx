import { type ReactNode, useEffect, useRef } from 'react'
import { classNames } from '#kit/ui/mark/class-names.ts'
import { ignoreRepeatedClick } from './ignore-repeated-click.ts'
import { rememberFocus } from './return-focus.ts'

type ModalProps = {
  open: boolean
  /** The id of its title. */
  labelledBy: string
  describedBy?: string | undefined
  className?: string
  /** Called on Escape and a click outside; set `open` to false here. */
  onClose: () => void
  children: ReactNode
}

/** A dialog over the inert page. Its content is mounted while it is open; the focus returns when it closes. */
export function Modal({ open, labelledBy, describedBy, className, onClose, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const isPressedOutside = useRef(false)

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
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      // A dialog inside a cell of a table does not have the cell's alignment and wrapping.
      className={classNames(
        'float m-auto w-[min(26rem,calc(100vw-2rem))] whitespace-normal p-0 text-start text-base backdrop:bg-scrim',
        className,
      )}
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
      {open && children}
    </dialog>
  )
}
