import type { ReactNode } from 'react'
import { Button } from '#kit/ui/form/button.tsx'
import { copyText } from '#kit/ui/mark/copy-text.ts'
import { notify } from '#kit/ui/overlay/toaster.tsx'

/** Copies a text, and says so: "Key copied". */
export function CopyButton({ text, what, children }: { text: string; what: string; children: ReactNode }) {
  const copy = () =>
    copyText(text).then(
      () => notify.success(`${what} copied`),
      () => notify.error('Your browser does not let the page copy. Select the text instead.'),
    )
  return (
    <Button variant="secondary" size="sm" onClick={() => void copy()}>
      {children}
    </Button>
  )
}
