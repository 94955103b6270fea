import { MINIMUM_ORDER_PIECES } from '#features/pricing/quantity-terms.ts'
import type { PublicPageHandle } from '#kit/public-cache/public-addresses.ts'
import { PageHeading } from '#kit/ui/page/page-heading.tsx'
import { PageLayout, Section } from '#kit/ui/page/page-layout.tsx'
import { publicMeta } from '#kit/ui/page/page-meta.ts'
import type { Route } from './+types/terms.ts'

export const handle = { publicCache: { parameters: [] } } satisfies PublicPageHandle

export const meta: Route.MetaFunction = (page) =>
  publicMeta(
    { title: 'Terms', description: 'What you and the shop can expect of each other, in short.' },
    page,
  )

const TERMS = [
  {
    title: 'Your account',
    text: 'Give your own name and an address whose mails you read. Keep your password to yourself: what is done with it counts as done by you.',
  },
  {
    title: 'Orders',
    text: `A part is sold from ${MINIMUM_ORDER_PIECES} pieces up, at the price per piece shown when you order. The total is price times quantity, rounded to the cent, half a cent up. Placing an order sets the pieces aside for you.`,
  },
  {
    title: 'Payment',
    text: 'Orders are paid by card, each by itself. Card numbers go to the payment provider and never to this shop. An order that stays unpaid until its hold ends is cancelled, and its pieces are for sale again.',
  },
  {
    title: 'Cancelling',
    text: 'You can cancel an order yourself as long as it is unpaid. A payment that arrives for a cancelled order is sent back.',
  },
  {
    title: 'Your data',
    text: 'The shop keeps what an order needs: name, e-mail, phone, address and what was ordered. In your browser it keeps the sign-in and, until you sign out or close the tab, what you typed into an order. It gives your data to nobody but the payment provider.',
  },
]

export default function Terms() {
  return (
    <PageLayout width="reading">
      <PageHeading title="Terms" lead="What you and the shop can expect of each other, in short." />
      {TERMS.map(({ title, text }) => (
        <Section key={title} title={title}>
          <p className="-mt-2 max-w-prose md:-mt-4">{text}</p>
        </Section>
      ))}
    </PageLayout>
  )
}
