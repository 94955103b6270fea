import type { ReactNode } from 'react'
import { Button } from '#kit/ui/form/button.tsx'
import { AlertIcon } from '#kit/ui/mark/icons.tsx'

type FailureStateProps = {
  /** What happened, e.g. "The list could not be loaded". */
  title: string
  detail?: ReactNode
  onRetry?: () => void
  busy?: boolean
}

/** An error with a button to try again; show it above the last content instead of replacing that. */
export function FailureState({ title, detail, onRetry, busy = false }: FailureStateProps) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded border border-bad-edge px-4 py-3"
    >
      <AlertIcon size={20} className="text-bad" />
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-medium">{title}</p>
        {detail && <p className="text-muted text-sm">{detail}</p>}
      </div>
      {onRetry && (
        <Button variant="secondary" busy={busy} onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  )
}
