import { problemText } from '#kit/browser/client.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { DownloadIcon } from '#kit/ui/mark/icons.tsx'
import { notify } from '#kit/ui/overlay/toaster.tsx'
import { useSaving } from './saving/use-saving.ts'

type SaveFileProps = {
  path: string
  /** Its name, where several have the same text. */
  label?: string
  size?: 'sm'
  variant?: 'secondary' | 'quiet'
  /** As small as the text around it. */
  isInText?: boolean
  children: string
}

/** A button that saves the file of a call, and says under which name, or why not. */
export function SaveFile({
  path,
  label,
  size,
  variant = 'secondary',
  isInText = false,
  children,
}: SaveFileProps) {
  const { saving, save } = useSaving((error) => notify.error(problemText(error)))
  return (
    <Button
      variant={variant}
      {...(size && { size })}
      aria-label={label}
      className={isInText ? 'min-h-6! px-1! font-mono text-xs! pointer-coarse:min-h-11!' : undefined}
      busy={saving !== undefined}
      onClick={() => void save(path)}
    >
      <span className="inline-flex items-center gap-2 whitespace-nowrap">
        <DownloadIcon size={16} />
        {children}
      </span>
    </Button>
  )
}
