import { data, isRouteErrorResponse, Link } from 'react-router'
import { accountsClient } from '#features/accounts/client.ts'
import { loadPrivately, SignedIn, signedInOnly } from '#features/accounts/parts.tsx'
import type { Session } from '#features/accounts/session.ts'
import { findProduct } from '#features/catalog/catalog.ts'
import { catalogClient } from '#features/catalog/client.ts'
import { productOnItsPage } from '#features/catalog/product-data.ts'
import type { Product } from '#features/catalog/schema.ts'
import { useFreshProduct } from '#features/orders/pages/use-fresh-product.ts'
import { ProblemError, unwrap } from '#kit/http/client.ts'
import { shopContext } from '#kit/http/page-context.ts'
import { privateMeta, publicMeta, publicUrlOf } from '#kit/http/page-meta.ts'
import { loadOrSayAway } from '#kit/http/page-outage.ts'
import { AppError } from '#kit/http/problem.ts'
import { CopyId } from '#kit/ui/copy-id.tsx'
import { NotFound } from '#kit/ui/not-found.tsx'
import { PageHeading } from '#kit/ui/page-heading.tsx'
import { PageLayout } from '#kit/ui/page-layout.tsx'
import { LoadFailure } from '../parts.tsx'
import type { Route } from './+types/order.ts'
import { OrderForm } from './order-form.tsx'
import { ProductFacts, ProductPicture } from './product-facts.tsx'
import type { Customer } from './use-place-order.tsx'

/** The part, which anyone may read of; who orders it only the browser can ask. Unknown addresses answer 404. */
export async function loader({ params, context }: Route.LoaderArgs) {
  try {
    const { db } = context.get(shopContext)
    return { product: await loadOrSayAway(() => findProduct(db, params.productId)), customer: null }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    // Not thrown: a visitor who is not signed in is led to the sign-in page all the same.
    return data(null, { status: error.status })
  }
}

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [signedInOnly]

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  return loadPrivately(request, async (session) => {
    const productId = encodeURIComponent(params.productId)
    const [product, customer] = await Promise.all([
      unwrap(catalogClient.order[':productId'].$get({ param: { productId } })),
      askCustomer(session),
    ])
    return { product, customer }
  })
}
clientLoader.hydrate = true as const

/** Who orders. Without the profile the order can still be placed: phone and address are then typed. */
async function askCustomer({ email, displayName }: Session) {
  try {
    const profile = await unwrap(
      accountsClient.user[':email'].$get({ param: { email: encodeURIComponent(email) } }),
    )
    return { name: profile.name, email, phone: profile.phone ?? '', address: profile.address ?? '' }
  } catch (error) {
    if (error instanceof ProblemError && error.status === 401) throw error
    return { name: displayName, email, phone: '', address: '' }
  }
}

export const meta: Route.MetaFunction = (page) => {
  const { loaderData, error } = page
  if (!loaderData) return privateMeta(error && !isUnknown(error) ? 'Order' : 'Page not found')
  const { product } = loaderData
  return [
    ...publicMeta({ title: product.name, description: product.description }, page),
    { 'script:ld+json': productOnItsPage(product, publicUrlOf(page)) },
  ]
}

export default function OrderPage({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return <NotFound />
  return (
    <>
      {loaderData.customer && <SignedIn />}
      <Order {...loaderData} />
    </>
  )
}

function Order({ product: loaded, customer }: { product: Product; customer: Customer | null }) {
  const { product, renew } = useFreshProduct(loaded)
  return (
    <PageLayout className="md:gap-8">
      <div>
        <p className="mb-2 text-sm">
          <Link to="/#products" className="inline-flex min-h-6 items-center pointer-coarse:min-h-11">
            All parts
          </Link>
        </p>
        <PageHeading title={product.name} />
        <p className="mt-2 flex flex-wrap items-center gap-x-2 text-muted text-sm">
          Product code <CopyId value={product._id} what="product code" />
        </p>
      </div>
      <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,1fr)_25rem] lg:gap-12">
        <div className="grid gap-6">
          <ProductPicture product={product} />
          <ProductFacts product={product} />
        </div>
        <OrderForm
          key={`${product._id} ${customer?.email}`}
          product={product}
          customer={customer}
          onOutdated={renew}
        />
      </div>
    </PageLayout>
  )
}

const isUnknown = (error: unknown): boolean =>
  (isRouteErrorResponse(error) || error instanceof ProblemError) && error.status === 404

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isUnknown(error)) return <NotFound />
  return (
    <PageLayout width="reading">
      <LoadFailure heading="Order" title="The part could not be loaded" error={error} />
    </PageLayout>
  )
}
