import { formatTotal } from '#kit/money.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { FactList } from '#kit/ui/list/fact-list.tsx'
import { DateTime } from '#kit/ui/mark/date-time.tsx'
import { StatusBadge } from '#kit/ui/mark/status-badge.tsx'
import type { Customer } from '../schema.ts'
import { customerTexts } from '../texts.ts'

/** Who the customer is, and how to reach them. */
export function CustomerFacts({ customer }: { customer: Customer }) {
  const { name, company, deleted, designation, phone, address, role, namedByStaff } = customer
  return (
    <section aria-labelledby="profile">
      <h2 id="profile" className="mb-3 text-lg">
        Profile
      </h2>
      {namedByStaff && <p className="mb-3 text-muted text-sm">{customerTexts.byStaff}</p>}
      <FactList
        facts={[
          { label: 'Name', value: <span className="wrap-anywhere">{name}</span> },
          { label: 'Company', value: company },
          {
            label: 'Email',
            value: deleted ? undefined : <Email {...customer} />,
          },
          { label: 'Designation', value: designation },
          {
            label: 'Phone',
            value: phone && <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</a>,
          },
          { label: 'Address', value: address },
          { label: 'Role', value: role },
        ]}
      />
    </section>
  )
}

function Email({ email, emailVerified }: Pick<Customer, 'email' | 'emailVerified'>) {
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <a href={`mailto:${email}`} className="min-w-0 wrap-anywhere">
        {email}
      </a>
      {emailVerified ? (
        <StatusBadge tone="good">{customerTexts.verified}</StatusBadge>
      ) : (
        <StatusBadge tone="waiting">{customerTexts.unverified}</StatusBadge>
      )}
    </span>
  )
}

/** What the orders come to; in money for whoever may see that. */
export function CustomerSums({ customer: { orders, paid, unpaid, lastOrderAt } }: { customer: Customer }) {
  const sums = [
    { label: 'Orders', value: formatCount(orders) },
    ...(paid === undefined ? [] : [{ label: 'Paid, without refunds', value: formatTotal(paid) }]),
    ...(unpaid === undefined ? [] : [{ label: 'Unpaid', value: formatTotal(unpaid) }]),
    { label: 'Last order', value: lastOrderAt === undefined ? '–' : <DateTime iso={lastOrderAt} /> },
  ]
  return (
    <dl aria-label="Sums" className="flex flex-wrap gap-x-10 gap-y-4 rounded border border-line p-4">
      {sums.map(({ label, value }) => (
        <div key={label} className="min-w-0">
          <dt className="text-muted text-sm">{label}</dt>
          <dd className="font-medium tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The address book, the default first, and where past orders went. */
export function CustomerAddresses({ addresses, offered }: Pick<Customer, 'addresses' | 'offered'>) {
  return (
    <section aria-labelledby="addresses" className="min-w-0">
      <h2 id="addresses" className="mb-3 text-lg">
        Address book
      </h2>
      {addresses.length === 0 && <p className="text-muted text-sm">{customerTexts.noAddresses}</p>}
      <Addresses addresses={addresses} />
      {offered.length > 0 && (
        <>
          <h3 className="mt-4 mb-3 font-medium text-sm">Also offered when you enter an order</h3>
          <Addresses addresses={offered} />
        </>
      )}
    </section>
  )
}

const Addresses = ({ addresses }: Pick<Customer, 'addresses'>) => (
  <ul className="grid max-h-72 gap-4 overflow-y-auto text-sm empty:hidden">
    {addresses.map(({ _id, label, isDefault, addressLines, phone }) => (
      <li key={_id}>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 empty:hidden">
          {label && <span className="min-w-0 font-medium wrap-anywhere">{label}</span>}
          {isDefault && <StatusBadge tone="good">Default</StatusBadge>}
        </p>
        <p className="whitespace-pre-line wrap-anywhere">{addressLines.join('\n')}</p>
        {phone && <p className="text-muted wrap-anywhere">{phone}</p>}
      </li>
    ))}
  </ul>
)
