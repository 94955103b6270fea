import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { catalogue, categoryPath, partPath, searchPath } from '#features/catalog/paths.ts'
import { partsText } from '#kit/list-position.ts'
import { listText } from '#kit/text/list-text.ts'
import { EmptyDrawing } from '#kit/ui/art/empty-drawing.tsx'
import { ButtonLink } from '#kit/ui/form/button.tsx'
import { EmptyState } from '#kit/ui/list/empty-state.tsx'
import { NearestNames } from '#kit/ui/page/nearest-names.tsx'
import { PageHeading } from '#kit/ui/page/page-heading.tsx'
import { PageLayout, Section } from '#kit/ui/page/page-layout.tsx'
import type { NothingFound } from './found-parts.ts'

/** What was searched for, and where to look instead. */
export function NoResults({ nothing, own }: { nothing: NothingFound; own: ReactNode }) {
  const { q, parts, sizes, fewer, categories } = nothing
  const searched = q.split(/\s+/)
  return (
    <PageLayout>
      <PageHeading title={`“${q}”: 0 parts`} />
      {own}
      <NearestNames names={parts.map(toNamedPath)} />
      <NearestNames title="Nothing has that size. These are nearest:" names={sizes.map(toNamedPath)} />
      <EmptyState
        title={searched.length === 1 ? 'No part has this word' : 'No part has all of these words'}
        art={<EmptyDrawing />}
        action={
          fewer.length > 0 ? (
            <ul className="grid justify-items-center gap-3">
              {fewer.map(({ q, without, ...count }) => (
                <li key={q}>
                  <ButtonLink to={searchPath(q)} variant="secondary" className="max-w-full whitespace-normal">
                    {`${without ? `Without ${quoted(without)}` : `“${q}”`}: ${partsText(count)}`}
                  </ButtonLink>
                </li>
              ))}
            </ul>
          ) : (
            <ButtonLink to={catalogue.path}>Show all categories</ButtonLink>
          )
        }
      >
        {`Searched for ${quoted(searched)} in names, part numbers and descriptions, also with one wrong letter. Fewer or shorter words find more.`}
      </EmptyState>
      {categories.length > 0 && (
        <Section title="Look in a category">
          <Choices
            choices={categories.map(({ slug, name, count }) => ({
              to: categoryPath(slug),
              name,
              total: count,
            }))}
          />
        </Section>
      )}
    </PageLayout>
  )
}

const quoted = (words: readonly string[]): string => listText(words.map((word) => `“${word}”`))

const toNamedPath = ({ sku, name }: { readonly sku: string; readonly name: string }) => ({
  name: `${sku} · ${name}`,
  path: partPath(sku),
})

type Choice = { to: string; name: string; total: number }

const Choices = ({ choices }: { choices: readonly Choice[] }) => (
  <ul className="grid gap-x-6 sm:grid-cols-2 lg:grid-cols-3">
    {choices.map(({ to, name, ...count }) => (
      <li key={to} className="border-line border-b">
        <Link
          to={to}
          className="flex min-h-11 items-center justify-between gap-4 text-ink no-underline hover:text-link"
        >
          {name}
          <span className="shrink-0 text-muted text-sm">{partsText(count)}</span>
        </Link>
      </li>
    ))}
  </ul>
)
