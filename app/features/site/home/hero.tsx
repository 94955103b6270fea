import { Link } from 'react-router'
import { MINIMUM_ORDER_PIECES } from '#features/pricing/quantity-terms.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { HeroDrawing } from '#kit/ui/art/hero-drawing.tsx'
import { ButtonLink } from '#kit/ui/form/button.tsx'
import type { Texts } from '../texts/schema.ts'

export type HeroTexts = Pick<
  Texts,
  'heroHeading' | 'heroText' | 'heroSummary' | 'heroMore' | 'heroMoreTarget'
>

/** The banner at the top of the home page. */
export function Hero({ texts, parts, holdHours }: { texts: HeroTexts; parts: number; holdHours: number }) {
  return (
    <section className="overflow-hidden rounded border border-line">
      <div className="grid md:grid-cols-2">
        <HeroWords texts={texts} />
        <div className="grid place-items-center bg-tint p-6 text-ink md:p-8">
          <HeroDrawing className="hero-drawing" />
        </div>
      </div>
      <dl className="facts border-line border-t text-sm">
        <Fact name="In the catalogue" value={`${formatCount(parts)} ${parts === 1 ? 'part' : 'parts'}`} />
        <Fact name="Smallest order" value={`${MINIMUM_ORDER_PIECES} pieces of a part`} />
        <Fact name="Prices" value="to the hundredth of a cent" />
        <Fact name="Your pieces are held" value={`up to ${holdHours} hours until paid`} />
      </dl>
    </section>
  )
}

/** `heading`: the element of the heading, which in a preview is no heading of that page. */
export function HeroWords({ texts, heading: Heading = 'h1' }: { texts: HeroTexts; heading?: 'h1' | 'p' }) {
  const { heroHeading, heroText, heroSummary, heroMore, heroMoreTarget } = texts
  return (
    <div className="grid content-center gap-3 wrap-anywhere p-6 md:p-8">
      <Heading className="font-semibold text-2xl">{heroHeading}</Heading>
      {heroText && <p className="text-lg">{heroText}</p>}
      {heroSummary && <p className="max-w-prose whitespace-pre-line text-muted">{heroSummary}</p>}
      <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
        <ButtonLink to="/#products">See the parts</ButtonLink>
        {heroMore && (
          <Link to={heroMoreTarget} className="inline-flex min-h-11 items-center px-1">
            {heroMore}
          </Link>
        )}
      </div>
    </div>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}
