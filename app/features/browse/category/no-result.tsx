import { Link } from 'react-router'
import { catalogue } from '#features/catalog/paths.ts'
import { partsText } from '#kit/list-position.ts'
import { EmptyDrawing } from '#kit/ui/art/empty-drawing.tsx'
import { ButtonLink } from '#kit/ui/form/button.tsx'
import { EmptyState } from '#kit/ui/list/empty-state.tsx'
import { filterSentence } from '../filters/filter-texts.ts'
import { addressOf, withoutFilters } from '../filters/selection.ts'
import type { PartsList } from './category-page.ts'

/** Says which filter to leave out, by the number of parts that there are without it. */
export function NoResult({ whole, selection, chosen, wider }: PartsList) {
  if (chosen.length === 0) {
    return (
      <EmptyState title="No parts yet" art={<EmptyDrawing />} action={<AllCategories />}>
        The parts of this category are listed here as soon as there are some.
      </EmptyState>
    )
  }
  const all = addressOf(withoutFilters(selection))
  return (
    <EmptyState
      title="No part has all of this"
      art={<EmptyDrawing />}
      action={
        <div className="grid justify-items-center gap-3">
          {wider.map(({ text, to }) => (
            <ButtonLink
              key={to}
              to={to}
              variant="secondary"
              className="max-w-full whitespace-normal"
              preventScrollReset
            >
              {text}
            </ButtonLink>
          ))}
          <Link to={all} preventScrollReset className="py-1">
            {`Show all ${partsText(whole)}`}
          </Link>
        </div>
      }
    >
      {filterSentence(chosen)}
    </EmptyState>
  )
}

const AllCategories = () => <ButtonLink to={catalogue.path}>See all categories</ButtonLink>
