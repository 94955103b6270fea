import type { ComponentProps, ReactNode } from 'react'
import { problemText } from '#kit/browser/client.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { Notice } from '#kit/ui/mark/notice.tsx'

type ChangeFormProps = {
  form: ComponentProps<'form'>
  busy: boolean
  /** What is shown at no field. */
  error: unknown
  onClose: () => void
  children: ReactNode
}

/** The frame of a form that changes an order in place. */
export const ChangeForm = ({ form, busy, error, onClose, children }: ChangeFormProps) => (
  <form {...form} aria-label="Change the order">
    {children}
    {error !== null && (
      <Notice tone="bad" className="mb-4">
        {problemText(error)}
      </Notice>
    )}
    <div className="flex flex-wrap gap-2">
      <Button type="submit" variant="secondary" busy={busy}>
        Save changes
      </Button>
      <Button variant="quiet" onClick={onClose}>
        Keep as it was
      </Button>
    </div>
  </form>
)
