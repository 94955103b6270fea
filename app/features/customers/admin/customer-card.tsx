import { useState } from 'react'
import { Link } from 'react-router'
import { may } from '#features/accounts/staff-access.tsx'
import { countryName } from '#kit/text/country-name.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { FactList } from '#kit/ui/list/fact-list.tsx'
import { notifyUndo } from '#kit/ui/overlay/undo-toast.tsx'
import { changeCustomer, customerCallPath } from '../client.ts'
import { CUSTOMERS_PATH } from '../paths.ts'
import type { ChangeCustomer, Customer, SaveCustomer } from '../schema.ts'
import { customerTexts } from '../texts.ts'
import { CustomerForm } from './customer-form.tsx'
import { writeSelection } from './customer-selection.ts'

type CustomerCardProps = {
  customer: Customer
  /** Of the account whose tab keeps what is typed. */
  email: string | undefined
  onChanged: (customer: Customer) => void
}

/** What staff wrote of the customer, and its form. A change can be undone for ten seconds. */
export function CustomerCard({ customer, email, onChanged }: CustomerCardProps) {
  const [isOpen, setIsOpen] = useState(false)
  const save = async (given: SaveCustomer) => {
    const changed = await changeCustomer(customer._id, { ...given, revision: customer.card.revision })
    setIsOpen(false)
    onChanged(changed)
    if (changed.card.revision === customer.card.revision) return
    notifyUndo({
      text: customerTexts.changed(changed.name),
      calls: [
        {
          method: 'PUT',
          path: customerCallPath(customer._id),
          body: asBefore(customer, changed.card.revision),
        },
      ],
    })
  }
  return (
    <section aria-labelledby="card" className="min-w-0">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="card" className="text-lg">
          Entered by staff
        </h2>
        {!isOpen && !customer.deleted && may('orders') && (
          <Button variant="secondary" size="sm" onClick={() => setIsOpen(true)}>
            Edit
          </Button>
        )}
      </div>
      {isOpen && email !== undefined ? (
        <CustomerForm
          email={email}
          customer={customer}
          country={customer.deliverCountry}
          onSave={save}
          actions={[{ name: 'save', text: 'Save' }]}
          onClose={() => setIsOpen(false)}
        />
      ) : (
        <CardFacts customer={customer} />
      )}
    </section>
  )
}

/** The request that writes what was there before. */
const asBefore = ({ name, email, card, tags }: Customer, revision: number): ChangeCustomer => ({
  ...card,
  name,
  email,
  tags,
  revision,
})

function CardFacts({ customer: { card, tags } }: { customer: Customer }) {
  const { company, phone, vatId, address } = card
  const town = [address?.postcode, address?.city].filter(Boolean).join(' ')
  const place = address && [address.street, town, address.region, countryName(address.country)]
  if (!(company || phone || vatId || address || tags.length > 0))
    return <p className="text-muted text-sm">Staff have written nothing about this customer.</p>
  return (
    <FactList
      facts={[
        { label: 'Company', value: company },
        { label: 'Phone', value: phone && <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</a> },
        { label: 'VAT ID', value: vatId },
        { label: 'Address', value: place?.filter(Boolean).join(', ') },
        { label: 'Tags', value: tags.length > 0 && <Tags tags={tags} /> },
      ]}
    />
  )
}

const Tags = ({ tags }: Pick<Customer, 'tags'>) => (
  <span className="flex flex-wrap gap-x-3 gap-y-1">
    {tags.map((tag) => (
      <Link key={tag} to={`${CUSTOMERS_PATH}${writeSelection({ tag })}`} className="wrap-anywhere">
        {tag}
      </Link>
    ))}
  </span>
)
