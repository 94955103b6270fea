import type { ReactNode } from 'react'

type PageHeadingProps = { title: ReactNode; lead?: ReactNode; actions?: ReactNode }

/** The only `h1` of a page, with the actions of the page at the end of the line. */
export function PageHeading({ title, lead, actions }: PageHeadingProps) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
      <div className="min-w-0">
        <h1>{title}</h1>
        {lead && <p className="mt-1 max-w-prose text-muted">{lead}</p>}
      </div>
      {actions && <div className="flex flex-wrap gap-2 max-md:has-[search]:grow">{actions}</div>}
    </div>
  )
}
