import type { ReactNode } from 'react'

type EmptyStateProps = {
  title: string
  /** One sentence about what this page is for. */
  children: ReactNode
  /** The next step, usually a `ButtonLink`. */
  action?: ReactNode
  art?: ReactNode
}

export function EmptyState({ title, children, action, art }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center gap-2 rounded border border-line px-4 py-12 text-center">
      {art && <div className="mb-2 w-full max-w-60">{art}</div>}
      <h2 className="text-lg">{title}</h2>
      <p className="max-w-prose text-muted">{children}</p>
      {action && <div className="mt-3">{action}</div>}
    </div>
  )
}
