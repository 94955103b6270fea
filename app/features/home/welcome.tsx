import { Section } from '#kit/ui/page-layout.tsx'

/** The author's word to visitors. */
export function Welcome() {
  return (
    <Section title="Welcome">
      <div className="grid max-w-prose gap-3">
        <p>
          This shop is for people who build and mend machines and know what they need: the standard, the size,
          the material. So that is what stands on each card, and the drawing shows the measures you check
          before you buy.
        </p>
        <p>
          Parts are sold from 100 pieces up. The price per piece is the price you pay, the stock is counted to
          the piece, and what you order is set aside for you until it is paid.
        </p>
        <p className="text-muted">The author of this shop</p>
      </div>
    </Section>
  )
}
