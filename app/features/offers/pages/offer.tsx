import { Link, useRevalidator } from 'react-router'
import { loadPrivately } from '#features/accounts/components.tsx'
import { fetchTerms } from '#features/companies/own-terms.ts'
import { SaveFile } from '#features/documents/save-file.tsx'
import { orderPagePath } from '#features/orders/paths.ts'
import { formatTotal } from '#kit/money.ts'
import { FactList } from '#kit/ui/list/fact-list.tsx'
import { DateTime } from '#kit/ui/mark/date-time.tsx'
import { LoadFailure } from '#kit/ui/page/load-failure.tsx'
import { PageHeading } from '#kit/ui/page/page-heading.tsx'
import { Section } from '#kit/ui/page/page-layout.tsx'
import { privateMeta } from '#kit/ui/page/page-meta.ts'
import { AcceptPanel } from '../accepting/accept-panel.tsx'
import { fetchOffer } from '../client.ts'
import { OFFERS_PATH, offerDocumentPath } from '../paths.ts'
import type { Offer as OfferData } from '../schema.ts'
import { OfferBadge } from '../shown/offer-badge.tsx'
import { OfferTerms } from '../shown/offer-terms.tsx'
import { OfferMessages } from '../talking/offer-messages.tsx'
import type { Route } from './+types/offer.ts'

export const meta: Route.MetaFunction = () => privateMeta('Offer')

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  return loadPrivately(request, async () => {
    const offer = await fetchOffer(params.id)
    return { offer, terms: offer.mayAccept ? await fetchTerms() : {} }
  })
}

export default function Offer({ loaderData: { offer, terms } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const { number, state, version } = offer
  const isOpen = state === 'asked' || state === 'offered'
  return (
    <>
      <PageHeading
        title={`Offer ${number}`}
        lead={
          <span className="inline-flex flex-wrap items-center gap-3">
            <OfferBadge offer={offer} />
            <Link to={OFFERS_PATH}>All offers</Link>
          </span>
        }
        actions={version !== undefined && <SaveFile path={offerDocumentPath(offer._id)}>Save PDF</SaveFile>}
      />
      <Facts offer={offer} />
      <Section title={version === undefined ? 'Asked for' : `Version ${version}`}>
        <div className="grid grid-cols-1 gap-4">
          <OfferTerms offer={offer} caption="Lines of the offer" />
          {offer.offerNote !== undefined && (
            <p className="max-w-prose whitespace-pre-line wrap-anywhere">{offer.offerNote}</p>
          )}
          {isOpen && <AcceptPanel offer={offer} terms={terms} refresh={revalidate} />}
        </div>
      </Section>
      <Earlier offer={offer} />
      <Section title="Messages">
        <OfferMessages offer={offer} side="customer" refresh={revalidate} />
      </Section>
    </>
  )
}

const Facts = ({ offer }: { offer: OfferData }) => (
  <FactList
    facts={[
      { label: 'Asked for by', value: offer.name },
      { label: 'Company', value: offer.company?.name },
      { label: 'On', value: <DateTime iso={offer.at} /> },
      { label: 'Deliver to', value: offer.addressLines?.join('\n') },
      { label: 'Note', value: offer.note },
      {
        label: 'Order',
        value: offer.order && <Link to={orderPagePath(offer.order._id)}>{offer.order.number}</Link>,
      },
      { label: 'Accepted by', value: offer.acceptedBy },
      { label: 'Reason', value: offer.reason },
    ]}
  />
)

/** The versions that were replaced, each with its document. */
function Earlier({ offer: { _id, versions = [] } }: { offer: OfferData }) {
  const earlier = versions.slice(1)
  if (earlier.length === 0) return null
  return (
    <Section title="Earlier versions">
      <ul className="border-line border-t text-sm">
        {earlier.map(({ revision, version, at, payable = 0 }) => (
          <li
            key={revision}
            className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 border-line border-b py-1"
          >
            <span>
              {`Version ${version}, `}
              <DateTime iso={at} />
              {`: ${formatTotal(payable)}`}
            </span>
            <SaveFile path={offerDocumentPath(_id, revision)}>{`Save version ${version}`}</SaveFile>
          </li>
        ))}
      </ul>
    </Section>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <LoadFailure heading="Offer" title="The offer could not be loaded" error={error} />
}
