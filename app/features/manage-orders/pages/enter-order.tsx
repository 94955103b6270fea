import { useCallback, useMemo, useState } from 'react'
import { Link } from 'react-router'
import { loadPrivately } from '#features/accounts/components.tsx'
import { fetchCustomer } from '#features/customers/client.ts'
import { customerPath, NEW_CUSTOMER_PATH } from '#features/customers/paths.ts'
import { QuickOrder, type ReadList } from '#features/quick-order/quick-order.tsx'
import { askFor } from '#features/quote/use-quote.ts'
import { isNotFound } from '#kit/browser/client.ts'
import { readDrafts, writeDrafts } from '#kit/browser/drafts.ts'
import { ButtonLink } from '#kit/ui/form/button.tsx'
import { Notice } from '#kit/ui/mark/notice.tsx'
import { LoadFailure } from '#kit/ui/page/load-failure.tsx'
import { PageHeading } from '#kit/ui/page/page-heading.tsx'
import { privateMeta } from '#kit/ui/page/page-meta.ts'
import { EnterOrderForm } from '../entering/enter-order-form.tsx'
import type { Route } from './+types/enter-order.ts'

export const meta: Route.MetaFunction = ({ loaderData, error }) =>
  privateMeta(
    loaderData ? `Order for ${loaderData.customer.name}` : isNotFound(error) ? 'Page not found' : 'Order',
  )

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  return loadPrivately(request, async (session) => ({
    session,
    customer: await fetchCustomer(params.id, request.signal),
  }))
}

export default function EnterOrderPage({ loaderData }: Route.ComponentProps) {
  return <EnterOrder key={loaderData.customer._id} {...loaderData} />
}

/** An admin enters what a customer orders by phone or mail: the list above, where it goes below. */
function EnterOrder({ session, customer }: Route.ComponentProps['loaderData']) {
  const { _id, name, email } = customer
  const draft = `order for ${_id}`
  const kept = useMemo(() => {
    const key = `${draft} list`
    return {
      read: () => readDrafts(session.email)[key] ?? '',
      write: (text: string) => writeDrafts(session.email, { [key]: text || undefined }),
    }
  }, [session.email, draft])
  const [list, setList] = useState<ReadList | undefined>({ lines: [], wrong: 0 })
  // The prices are the customer's.
  const ask = useMemo(() => askFor(email), [email])
  const forgetList = useCallback(() => kept.write(''), [kept])
  return (
    <>
      <PageHeading
        title={<span className="wrap-anywhere">{`Order for ${name}`}</span>}
        lead={
          <>
            <Link to={customerPath(_id)}>{name}</Link>
            {`, ${email}. The order is placed in the name of this customer, who gets the mail about it.`}
          </>
        }
        actions={
          <ButtonLink to={NEW_CUSTOMER_PATH} variant="secondary">
            For a new customer
          </ButtonLink>
        }
      />
      {!customer.emailVerified && !customer.namedByStaff && (
        <Notice tone="waiting">
          The e-mail address of this account is not confirmed, so anyone could have registered it: its phone
          number and addresses are not offered, and the account does not see this order until the address is
          confirmed. Make sure that it is the customer’s.
        </Notice>
      )}
      <QuickOrder kept={kept} onRead={setList} ask={ask} />
      <EnterOrderForm {...{ session, customer, list, draft, ask }} onPlaced={forgetList} />
    </>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <LoadFailure heading="Order" title="The customer could not be loaded" error={error} />
}
