import { Link } from 'react-router'
import { categoryPath } from '#features/catalog/paths.ts'
import { formatCount } from '#kit/count-text.ts'
import { EmptyDrawing } from '#kit/ui/art/empty-drawing.tsx'
import { ButtonLink } from '#kit/ui/button.tsx'
import { EmptyState } from '#kit/ui/empty-state.tsx'
import { PageHeading } from '#kit/ui/page-heading.tsx'
import { PageLayout, Section } from '#kit/ui/page-layout.tsx'
import type { SearchPage } from './search.ts'

/** What was searched for, and where to look instead. */
export function NoResults({ results: { q, categories } }: { results: SearchPage }) {
  const words = q.split(/\s+/)
  return (
    <PageLayout>
      <PageHeading title={`“${q}”: 0 parts`} />
      <EmptyState
        title={words.length === 1 ? 'No part has this word' : 'No part has all of these words'}
        art={<EmptyDrawing />}
        action={<ButtonLink to="/parts">Show all categories</ButtonLink>}
      >
        {`Searched for ${listText(words)} in names, part numbers and descriptions, also with one wrong letter. Fewer or shorter words find more.`}
      </EmptyState>
      {categories.length > 0 && (
        <Section title="Look in a category">
          <ul className="grid gap-x-6 sm:grid-cols-2 lg:grid-cols-3">
            {categories.map(({ slug, name, count }) => (
              <li key={slug} className="border-line border-b">
                <Link
                  to={categoryPath(slug)}
                  className="flex min-h-11 items-center justify-between gap-4 text-ink no-underline hover:text-link"
                >
                  {name}
                  <span className="text-muted text-sm">{`${formatCount(count)} parts`}</span>
                </Link>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </PageLayout>
  )
}

/** “a”, “b” and “c” */
function listText(words: readonly string[]): string {
  const quoted = words.map((word) => `“${word}”`)
  return [quoted.slice(0, -1).join(', '), ...quoted.slice(-1)].filter(Boolean).join(' and ')
}
