import { Link, useNavigate } from 'react-router'
import { loadPrivately } from '#features/accounts/components.tsx'
import { countryOfLanguage } from '#features/delivery/components.tsx'
import { notify } from '#kit/ui/overlay/toaster.tsx'
import { LoadFailure } from '#kit/ui/page/load-failure.tsx'
import { PageHeading } from '#kit/ui/page/page-heading.tsx'
import { privateMeta } from '#kit/ui/page/page-meta.ts'
import { CustomerForm } from '../admin/customer-form.tsx'
import { enterCustomer } from '../client.ts'
import { CUSTOMERS_PATH, customerPath, enterOrderPath } from '../paths.ts'
import type { SaveCustomer } from '../schema.ts'
import { customerTexts } from '../texts.ts'
import type { Route } from './+types/new-customer.ts'

export const meta: Route.MetaFunction = () => privateMeta('New customer')

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadPrivately(request, async ({ email }) => ({ email }))
}

/** Staff enter somebody who phoned, and order for them. */
export default function NewCustomer({ loaderData: { email } }: Route.ComponentProps) {
  const navigate = useNavigate()
  const save = async (given: SaveCustomer, button: string) => {
    const { _id, name } = await enterCustomer(given)
    notify.success(customerTexts.entered(name))
    await navigate(button === 'order' ? enterOrderPath(_id) : customerPath(_id))
  }
  return (
    <>
      <PageHeading
        title="New customer"
        lead={
          <>
            For somebody who phoned and has not ordered before. Is the customer known?{' '}
            <Link to={CUSTOMERS_PATH}>Find the customer</Link>. The account has no password: its owner sets
            one by “Forgot password”, and sees the orders then.
          </>
        }
      />
      <CustomerForm
        email={email}
        country={countryOfLanguage(navigator.language)}
        onSave={save}
        actions={[
          { name: 'order', text: 'Save and enter an order' },
          { name: 'save', text: 'Save' },
        ]}
      />
    </>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <LoadFailure heading="New customer" title="The page could not be loaded" error={error} />
}
