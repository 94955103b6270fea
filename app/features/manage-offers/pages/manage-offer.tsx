import { type FormEvent, useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { loadPrivately } from '#features/accounts/components.tsx'
import { SaveFile } from '#features/documents/save-file.tsx'
import { fetchOffer, withdrawOffer } from '#features/offers/client.ts'
import { OfferBadge, OfferMessages, OfferTerms, useOfferCall } from '#features/offers/components.tsx'
import { OFFER_ANSWER } from '#features/offers/limits.ts'
import { MANAGE_OFFERS_PATH, offerDocumentPath } from '#features/offers/paths.ts'
import type { Offer } from '#features/offers/schema.ts'
import { orderPagePath } from '#features/orders/paths.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { TextAreaField } from '#kit/ui/form/other-fields.tsx'
import { FactList } from '#kit/ui/list/fact-list.tsx'
import { DateTime } from '#kit/ui/mark/date-time.tsx'
import { Notice } from '#kit/ui/mark/notice.tsx'
import { LoadFailure } from '#kit/ui/page/load-failure.tsx'
import { PageHeading } from '#kit/ui/page/page-heading.tsx'
import { Section, WidePage } from '#kit/ui/page/page-layout.tsx'
import { privateMeta } from '#kit/ui/page/page-meta.ts'
import { OfferForm } from '../table/offer-form.tsx'
import type { Route } from './+types/manage-offer.ts'

export const meta: Route.MetaFunction = () => privateMeta('Offer')

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  return loadPrivately(request, async () => ({ offer: await fetchOffer(params.id) }))
}

export default function ManageOffer({ loaderData: { offer } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const { _id, revision, number, state, version } = offer
  const mayOffer = state !== 'accepted' && state !== 'withdrawn'
  return (
    <WidePage>
      <PageHeading
        title={`Offer ${number}`}
        lead={
          <span className="inline-flex flex-wrap items-center gap-3">
            <OfferBadge offer={offer} />
            <Link to={MANAGE_OFFERS_PATH}>All offers</Link>
          </span>
        }
        actions={version !== undefined && <SaveFile path={offerDocumentPath(_id)}>Save PDF</SaveFile>}
      />
      <Facts offer={offer} />
      {mayOffer && (
        <Section title={version === undefined ? 'Make an offer' : `Change version ${version}`}>
          <OfferForm key={revision} offer={offer} refresh={revalidate} />
        </Section>
      )}
      {version !== undefined && (
        <Section title={`Version ${version}`}>
          <OfferTerms offer={offer} caption={`Lines of version ${version}`} />
        </Section>
      )}
      <Section title="Messages">
        <OfferMessages offer={offer} side="shop" refresh={revalidate} />
      </Section>
      {(state === 'asked' || state === 'offered') && <Withdraw offer={offer} refresh={revalidate} />}
    </WidePage>
  )
}

const Facts = ({ offer }: { offer: Offer }) => (
  <FactList
    facts={[
      { label: 'Customer', value: [offer.name, offer.email].filter(Boolean).join('\n') },
      { label: 'Company', value: offer.company?.name },
      { label: 'Asked for', value: <DateTime iso={offer.at} /> },
      {
        label: 'Deliver to',
        value: offer.addressLines?.join('\n') ?? 'Not known: to the country of the seller',
      },
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

function Withdraw({ offer, refresh }: { offer: Offer; refresh: () => Promise<unknown> }) {
  const [isOpen, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  const call = useOfferCall(refresh)
  const withdraw = async (event: FormEvent) => {
    event.preventDefault()
    const text = reason.trim()
    await call.run(() =>
      withdrawOffer(offer._id, { revision: offer.revision, ...(text && { reason: text }) }),
    )
  }
  if (!isOpen)
    return (
      <Button variant="danger" className="justify-self-start" onClick={() => setOpen(true)}>
        Withdraw
      </Button>
    )
  return (
    <form noValidate aria-label="Withdraw the offer" className="max-w-prose" onSubmit={withdraw}>
      <TextAreaField
        label="Reason"
        hint="The customer gets it by mail. It can be left empty."
        rows={2}
        maxLength={OFFER_ANSWER.maximum}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      {call.error !== undefined && <Notice tone="bad">{call.error}</Notice>}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="destroy" busy={call.busy}>
          Withdraw the offer
        </Button>
        <Button variant="quiet" onClick={() => setOpen(false)}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <LoadFailure heading="Offer" title="The offer could not be loaded" error={error} />
}
