import { MINIMUM_ORDER_PIECES } from '#features/pricing/quantity-terms.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { HeroDrawing } from '#kit/ui/art/hero-drawing.tsx'
import { type HeroTexts, HeroWords } from './hero-words.tsx'

type HeroProps = { texts: HeroTexts; drawing: 'joint' | 'none'; parts: number; hold: string }

/** The banner at the top of the home page. */
export function Hero({ texts, drawing, parts, hold }: HeroProps) {
  return (
    <section className="overflow-hidden rounded border border-line">
      <div className={drawing === 'none' ? 'grid' : 'grid md:grid-cols-2'}>
        <HeroWords texts={texts} />
        {drawing !== 'none' && (
          <div className="grid place-items-center bg-tint p-6 text-ink md:p-8">
            <HeroDrawing className="hero-drawing" />
          </div>
        )}
      </div>
      <dl className="facts border-line border-t text-sm">
        <Fact name="In the catalogue" value={`${formatCount(parts)} ${parts === 1 ? 'part' : 'parts'}`} />
        <Fact name="Smallest order" value={`${MINIMUM_ORDER_PIECES} pieces of a part`} />
        <Fact name="Prices" value="to the hundredth of a cent" />
        <Fact name="Your pieces are held" value={hold} />
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
