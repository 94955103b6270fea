import { Link } from 'react-router'
import { MINIMUM_ORDER_PIECES } from '#features/pricing/quantity-terms.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { HeroDrawing } from '#kit/ui/art/hero-drawing.tsx'
import { ButtonLink } from '#kit/ui/form/button.tsx'

/** The banner at the top of the home page. */
export function Hero({ parts, holdHours }: { parts: number; holdHours: number }) {
  return (
    <section className="overflow-hidden rounded border border-line">
      <div className="grid md:grid-cols-2">
        <div className="grid content-center gap-3 p-6 md:p-8">
          <h1 className="text-2xl">{homeTexts.hero.heading}</h1>
          <p className="text-lg">{homeTexts.hero.text}</p>
          <p className="max-w-prose text-muted">
            Machine parts by the hundred, straight from the maker: every price per piece, every stock to the
            piece, every part drawn to its measures.
          </p>
          <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
            <ButtonLink to="/#products">See the parts</ButtonLink>
            <Link to="/" className="inline-flex min-h-11 items-center px-1">
              {homeTexts.hero.more}
            </Link>
          </div>
        </div>
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

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}

/** Texts that the specification quotes literally, mistakes included, and a few others. Each is written only here. */
const homeTexts = {
  hero: { heading: 'Healthy Food', text: 'Grow your strength', more: 'Read More' },
} as const
