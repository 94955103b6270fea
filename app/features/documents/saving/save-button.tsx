import type { ComponentProps } from 'react'
import { Button } from '#kit/ui/form/button.tsx'
import { DownloadIcon } from '#kit/ui/mark/icons.tsx'

type SaveButtonProps = Pick<ComponentProps<typeof Button>, 'busy' | 'onClick' | 'aria-label'> & {
  children: string
}

/** Saves a file. */
export const SaveButton = ({ children, ...props }: SaveButtonProps) => (
  <Button variant="secondary" size="sm" {...props}>
    <span className="inline-flex items-center gap-2">
      <DownloadIcon size={16} />
      {children}
    </span>
  </Button>
)
