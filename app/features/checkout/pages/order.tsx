import { useMemo, useState } from 'react'
import { data, Link, useLocation } from 'react-router'
import { useSession } from '#features/accounts/browser-session.ts'
import { loadPrivately, SignedIn, signedInOnly } from '#features/accounts/components.tsx'
import { OwnPriceNote } from '#features/agreed-prices/components.tsx'
import { useOwnPrices } from '#features/agreed-prices/own-prices.ts'
import { productPageData } from '#features/browse/part-data.ts'
import { findProduct } from '#features/catalog/catalog.ts'
import { catalogClient } from '#features/catalog/client.ts'
import { StockBadge } from '#features/catalog/components.tsx'
import { catalogue } from '#features/catalog/paths.ts'
import { ProductPicture } from '#features/catalog/product-picture.tsx'
import type { Product } from '#features/catalog/schema.ts'
import { isNotFound, unwrap } from '#kit/browser/client.ts'
import { useLoaded } from '#kit/browser/use-loaded.ts'
import { shopContext } from '#kit/rendering/page-context.ts'
import { loadOrUnavailable } from '#kit/rendering/page-outage.ts'
import { AppError } from '#kit/server/app-error.ts'
import { readPieces } from '#kit/text/read-number.ts'
import { CopyId } from '#kit/ui/mark/copy-id.tsx'
import { Unbroken } from '#kit/ui/mark/unbroken.tsx'
import { LoadFailure } from '#kit/ui/page/load-failure.tsx'
import { NotFound } from '#kit/ui/page/not-found.tsx'
import { PageHeading } from '#kit/ui/page/page-heading.tsx'
import { PageLayout } from '#kit/ui/page/page-layout.tsx'
import { privateMeta, publicMeta, publicUrlOf } from '#kit/ui/page/page-meta.ts'
import { type Customer, fetchCustomer } from '../customer/fetch-customer.ts'
import { OrderForm } from '../one-part/order-form.tsx'
import { ProductFacts, ProductText } from '../one-part/product-facts.tsx'
import type { Route } from './+types/order.ts'

/** The part, which is public; only the browser can load the customer. An unknown part is a 404. */
export async function loader({ params, context }: Route.LoaderArgs) {
  try {
    const { db } = context.get(shopContext)
    return { product: await loadOrUnavailable(() => findProduct(db, params.productId)), customer: null }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    // Not thrown, so that a visitor who is not signed in is still redirected to the sign-in page.
    return data(null, { status: error.status })
  }
}

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [signedInOnly]

/** Waits for the part only; the customer's contact details load meanwhile. */
export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  return loadPrivately(request, async (session) => {
    const customer = fetchCustomer(session)
    const param = { id: encodeURIComponent(params.productId) }
    return { product: await unwrap(catalogClient.order[':id'].$get({ param })), customer }
  })
}
clientLoader.hydrate = true as const

export const meta: Route.MetaFunction = (page) => {
  const { loaderData, error } = page
  if (!loaderData) return privateMeta(error && !isNotFound(error) ? 'Order' : 'Page not found')
  const { product } = loaderData
  return [
    ...publicMeta({ title: product.name, description: product.description }, page),
    { 'script:ld+json': productPageData(product, publicUrlOf(page)) },
  ]
}

export default function OrderPage({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return <NotFound />
  return (
    <>
      {loaderData.customer && <SignedIn />}
      <OrderContent {...loaderData} />
    </>
  )
}

type OrderContentProps = {
  product: Product
  /** Null in the server's HTML, where the customer is unknown. */
  customer: Promise<Customer> | null
}

/** On a phone the form follows the picture and the description; on a desktop it is beside them and the facts. */
function OrderContent({ product: loaded, customer }: OrderContentProps) {
  const session = useSession() ?? undefined
  const { product: listed, refetch } = useFreshProduct(loaded)
  const own = useOwnPrices(useMemo(() => [listed], [listed]))
  const [product = listed] = own.parts
  const waiting = own.isWaiting ? 'list-price' : undefined
  const loadedCustomer = useLoaded(customer)
  const asked = useAskedQuantity()
  return (
    <PageLayout className="md:gap-8">
      <Heading product={product} />
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_25rem] lg:grid-rows-[auto_auto_1fr] lg:gap-x-12">
        <div className="aspect-4/3 overflow-hidden rounded border border-line bg-tint text-sm">
          <ProductPicture product={product} width={800} height={600} />
        </div>
        <ProductText product={product} waiting={waiting} />
        <div className="lg:sticky lg:top-6 lg:col-start-2 lg:row-span-3 lg:row-start-1">
          <OrderForm
            key={`${product._id} ${session?.email} ${asked}`}
            product={product}
            isWaiting={own.isWaiting}
            session={session}
            asked={asked}
            customer={loadedCustomer}
            onOutdated={refetch}
          />
          <OwnPriceNote own={own} />
        </div>
        <div className={waiting}>
          <ProductFacts product={product} />
        </div>
      </div>
    </PageLayout>
  )
}

/** The quantity in the address, as the page of a part leads here: `?quantity=500`; undefined when it is none. */
function useAskedQuantity(): string | undefined {
  const { search } = useLocation()
  const pieces = readPieces(new URLSearchParams(search).get('quantity') ?? '')
  return pieces === undefined ? undefined : String(pieces)
}

function Heading({ product }: { product: Product }) {
  return (
    <div>
      <p className="mb-2 text-sm">
        <Link to={catalogue.path} className="inline-flex min-h-6 items-center pointer-coarse:min-h-11">
          All parts
        </Link>
      </p>
      <p className="flex flex-wrap items-center gap-x-2 text-sm">
        Part number <CopyId value={product.sku} what="part number" isWhole />
      </p>
      <PageHeading title={<Unbroken text={product.name} />} />
      <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
        <StockBadge product={product} />
        <p className="flex flex-wrap items-center gap-x-2 text-muted text-sm">
          Product code <CopyId value={product._id} what="product code" isWhole />
        </p>
      </div>
    </div>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isNotFound(error)) return <NotFound />
  return (
    <PageLayout width="reading">
      <LoadFailure heading="Order" title="The part could not be loaded" error={error} />
    </PageLayout>
  )
}

/** The product as loaded; `refetch` fetches the current one, and keeps the loaded one when that fails. */
export function useFreshProduct(loaded: Product) {
  const [fresh, setFresh] = useState<{ loaded: Product; product: Product }>()
  const refetch = async () => {
    const param = { id: encodeURIComponent(loaded._id) }
    const product = await unwrap(catalogClient.order[':id'].$get({ param })).catch(() => undefined)
    if (product) setFresh({ loaded, product })
  }
  return { product: fresh?.loaded === loaded ? fresh.product : loaded, refetch }
}
