import { useState } from 'react'
import { Link } from 'react-router'
import { may } from '#features/accounts/staff-access.tsx'
import { ChangingContact, isBegun } from '#features/order-changes/order-contact.ts'
import { isContactChangeable } from '#features/order-page/order-page.ts'
import { canShip } from '#features/orders/left-to-ship.ts'
import type { OrderDetails } from '#features/orders/schema.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { FactList } from '#kit/ui/list/fact-list.tsx'
import { CopyId } from '#kit/ui/mark/copy-id.tsx'
import { CustomerLink, contactFacts } from '../list/managed-facts.tsx'
import { manageOrdersPath } from '../paths.ts'

type CustomerProps = { order: OrderDetails; onChanged: (order: OrderDetails) => void }

/** Whose order it is and where it goes. Staff change that in place, by the form of the customer. */
export function Customer({ order, onChanged }: CustomerProps) {
  const canChange = may('orders') && isContactChangeable(order)
  const [isOpen, setIsOpen] = useState(() => canChange && isBegun(order))
  return (
    <section aria-labelledby="customer">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="customer" className="text-lg">
          Customer
        </h2>
        <Link to={manageOrdersPath({ email: order.email })} className="text-sm">
          All orders of the customer
        </Link>
      </div>
      {isOpen ? (
        <ChangingContact order={order} onClose={() => setIsOpen(false)} onChanged={onChanged} />
      ) : (
        <>
          <CustomerFacts order={order} />
          {canChange && (
            <Button variant="secondary" size="sm" className="mt-3" onClick={() => setIsOpen(true)}>
              Change delivery
            </Button>
          )}
        </>
      )}
    </section>
  )
}

function CustomerFacts({ order }: { order: OrderDetails }) {
  const { poNumber, note, transactionId } = order
  return (
    <FactList
      facts={[
        { label: 'Name', value: <CustomerLink order={order} /> },
        ...contactFacts(order),
        { label: 'PO number', value: poNumber },
        { label: 'Note', value: note },
        {
          label: 'Transaction',
          value:
            canShip(order) && transactionId ? <CopyId value={transactionId} what="transaction id" /> : null,
        },
      ]}
    />
  )
}
