import { Link } from 'react-router'
import { catalogue } from '#features/catalog/paths.ts'
import { ButtonLink } from '#kit/ui/form/button.tsx'
import type { Texts } from '../texts/schema.ts'

export type HeroTexts = Pick<
  Texts,
  'heroHeading' | 'heroText' | 'heroSummary' | 'heroMore' | 'heroMoreTarget'
>

/** The words of the banner. `heading`: the element of the heading, which in a preview is no heading of that page. */
export function HeroWords({ texts, heading: Heading = 'h1' }: { texts: HeroTexts; heading?: 'h1' | 'p' }) {
  const { heroHeading, heroText, heroSummary, heroMore, heroMoreTarget } = texts
  return (
    <div className="grid content-center gap-3 wrap-anywhere p-6 md:p-8">
      <Heading className="font-semibold text-2xl">{heroHeading}</Heading>
      {heroText && <p className="text-lg">{heroText}</p>}
      {heroSummary && <p className="max-w-prose whitespace-pre-line text-muted">{heroSummary}</p>}
      <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
        <ButtonLink to={catalogue.path}>See the parts</ButtonLink>
        {heroMore && (
          <Link to={heroMoreTarget} className="inline-flex min-h-11 items-center px-1">
            {heroMore}
          </Link>
        )}
      </div>
    </div>
  )
}
