import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { CloseIcon } from '#kit/ui/mark/icons.tsx'

type ChosenFiltersProps = {
  /** What the list is filtered by, in words, and the query of the list without it. */
  chosen: readonly { readonly text: string; readonly search: string }[]
  /** What can be done with the filter. */
  children?: ReactNode
}

/** What a list is filtered by; each is a link to the list without it. Nothing for the whole list. */
export function ChosenFilters({ chosen, children }: ChosenFiltersProps) {
  if (chosen.length === 0) return null
  return (
    <div className="-my-1 flex flex-wrap items-center gap-2 text-sm">
      <ul aria-label="Chosen filters" className="contents">
        {chosen.map(({ text, search }) => (
          <li key={text}>
            <Link to={{ search }} preventScrollReset className="chip">
              <span className="sr-only">Without </span>
              {text}
              <CloseIcon />
            </Link>
          </li>
        ))}
      </ul>
      {chosen.length > 1 && (
        <Link to={{ search: '' }} preventScrollReset className="px-1 py-1">
          Clear all
        </Link>
      )}
      {children}
    </div>
  )
}
