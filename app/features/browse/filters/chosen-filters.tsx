import { Fragment } from 'react'
import { Link } from 'react-router'
import { CloseIcon } from '#kit/ui/mark/icons.tsx'
import type { ChosenFilter } from './filter-texts.ts'
import { addressOf, type Selection, withoutFilters } from './selection.ts'

type ChosenFiltersProps = { chosen: readonly ChosenFilter[]; selection: Selection }

/** The chosen filters as a sentence; each value is a link to the page without it. */
export function ChosenFilters({ chosen, selection }: ChosenFiltersProps) {
  if (chosen.length === 0) return null
  return (
    <ul aria-label="Chosen filters" className="chosen-filters">
      {chosen.map(({ label, values }, index) => (
        <li key={label}>
          {index > 0 && <span aria-hidden="true">·</span>}
          <span>{label}</span>
          {values.map(({ text, without }, position) => (
            <Fragment key={text}>
              {position > 0 && <span>or</span>}
              <Link to={addressOf(without)} preventScrollReset className="chip">
                <span className="sr-only">Remove {label} </span>
                {text}
                <CloseIcon />
              </Link>
            </Fragment>
          ))}
        </li>
      ))}
      <li>
        <Link to={addressOf(withoutFilters(selection))} preventScrollReset className="py-1">
          Clear all
        </Link>
      </li>
    </ul>
  )
}
