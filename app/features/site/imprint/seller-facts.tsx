import { Link } from 'react-router'
import type { ShownSeller } from '#features/settings/schema.ts'
import { FactList } from '#kit/ui/list/fact-list.tsx'

/** Who runs the shop, as far as the settings say it. */
export function SellerFacts({
  seller: { name, address, email, phone, vatId, taxNumber },
}: {
  seller: ShownSeller
}) {
  const facts = [
    { label: 'Name', value: name },
    { label: 'Address', value: address },
    { label: 'Email', value: email && <Link to={`mailto:${email}`}>{email}</Link> },
    { label: 'Phone', value: phone },
    { label: 'VAT ID', value: vatId },
    { label: 'Tax number', value: vatId === undefined ? taxNumber : undefined },
  ]
  return facts.some(({ value }) => value) ? (
    <FactList facts={facts} />
  ) : (
    <p className="text-muted">The seller of this shop has not entered a name and an address yet.</p>
  )
}
