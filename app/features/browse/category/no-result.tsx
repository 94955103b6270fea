import { Link } from 'react-router'
import { catalogue } from '#features/catalog/paths.ts'
import { partsText } from '#kit/list-position.ts'
import { EmptyDrawing } from '#kit/ui/art/empty-drawing.tsx'
import { ButtonLink } from '#kit/ui/form/button.tsx'
import { EmptyState } from '#kit/ui/list/empty-state.tsx'
import type { CategoryPage } from './category-page.ts'
import { filterSentence } from './filter-texts.ts'
import { addressOf, withoutFilters } from './selection.ts'

/** Says which filter to leave out, by the number of parts that there are without it. */
export function NoResult({ category, selection, chosen, wider }: CategoryPage) {
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
          {wider.map(({ filter, ...count }) => (
            <ButtonLink
              key={filter.label}
              to={addressOf(filter.without)}
              variant="secondary"
              className="max-w-full whitespace-normal"
              preventScrollReset
            >
              {`Without ${filterSentence([filter])}: ${partsText(count)}`}
            </ButtonLink>
          ))}
          <Link to={all} preventScrollReset className="py-1">
            {`Show all ${partsText({ total: category.count })}`}
          </Link>
        </div>
      }
    >
      {filterSentence(chosen)}
    </EmptyState>
  )
}

const AllCategories = () => <ButtonLink to={catalogue.path}>See all categories</ButtonLink>
