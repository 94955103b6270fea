import type { ReactNode } from 'react'
import { isForbidden, problemText } from '#kit/browser/client.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { AlertIcon } from '#kit/ui/mark/icons.tsx'

type ListStatusProps = { children: ReactNode; error: unknown; busy: boolean; onRetry: () => void }

/** What a list shows, and whether it is up to date. Its height is constant where both have room, so that no row moves. */
export function ListStatus({ children, error, busy, onRetry }: ListStatusProps) {
  return (
    <div className="-mt-2 flex min-h-8 flex-wrap items-center justify-between gap-x-4 text-muted text-sm">
      <p>{children}</p>
      <div
        role="status"
        className="flex items-center gap-2 not-empty:min-h-8 pointer-coarse:not-empty:min-h-11"
      >
        {error !== null && (
          <>
            <AlertIcon className="text-bad" />
            <span title={problemText(error)}>Not up to date</span>
            {!isForbidden(error) && (
              <Button variant="secondary" size="sm" busy={busy} onClick={onRetry}>
                Try again
              </Button>
            )}
          </>
        )}
      </div>
    </div>
  )
}
