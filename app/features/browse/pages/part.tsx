import { useMemo, useState } from 'react'
import { data } from 'react-router'
import { OwnPriceNote } from '#features/agreed-prices/components.tsx'
import { useOwnPrices } from '#features/agreed-prices/own-prices.ts'
import {
  findCategoryTrail,
  findNeighbours,
  findPart,
  type Neighbours,
  nearestParts,
} from '#features/catalog/catalog.ts'
import { StockBadge } from '#features/catalog/components.tsx'
import { catalogue, categoryPath, partModelPath, partPath } from '#features/catalog/paths.ts'
import type { Product } from '#features/catalog/schema.ts'
import { fieldAttributes } from '#features/catalog/shown-fields.ts'
import type { DispatchPromise } from '#features/delivery/delivery.ts'
import { dataSheetPath, sharePicturePath } from '#features/documents/part-paths.ts'
import { PictureOrModel, useModelView } from '#features/models/components.tsx'
import { PriceCurve } from '#features/pricing/price-curve.tsx'
import { PriceTable } from '#features/pricing/price-table.tsx'
import { upToStep } from '#features/pricing/quantity-terms.ts'
import type { PublicPageHandle } from '#kit/public-cache/public-addresses.ts'
import { shopContext } from '#kit/rendering/page-context.ts'
import { loadOrUnavailable } from '#kit/rendering/page-outage.ts'
import { AppError } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import { readPieces } from '#kit/text/read-number.ts'
import { classNames } from '#kit/ui/mark/class-names.ts'
import { CopyId } from '#kit/ui/mark/copy-id.tsx'
import { Unbroken } from '#kit/ui/mark/unbroken.tsx'
import { Breadcrumbs, breadcrumbData, type NamedPath } from '#kit/ui/page/breadcrumbs.tsx'
import { NearestNames } from '#kit/ui/page/nearest-names.tsx'
import { NotFound } from '#kit/ui/page/not-found.tsx'
import { PageHeading } from '#kit/ui/page/page-heading.tsx'
import { PageLayout, Section } from '#kit/ui/page/page-layout.tsx'
import { privateMeta, publicMeta, publicUrlOf } from '#kit/ui/page/page-meta.ts'
import { DispatchNote } from '../part/dispatch-note.tsx'
import { ModelLinks } from '../part/model-links.tsx'
import { NeighbourGrid } from '../part/neighbour-grid.tsx'
import { noModelText } from '../part/no-model.ts'
import { openedPicture } from '../part/opened-picture.ts'
import { findPartDelivery } from '../part/part-delivery.ts'
import { PartFacts } from '../part/part-facts.tsx'
import { PartFiles } from '../part/part-files.tsx'
import { PartOrder } from '../part/part-order.tsx'
import { PartPictures } from '../part/part-picture.tsx'
import { productPageData } from '../part-data.ts'
import type { Route } from './+types/part.ts'

export const handle = { publicCache: { parameters: [] } } satisfies PublicPageHandle

/** The part; or for an unknown part number the status 404 with the parts whose numbers are nearest. */
export function loader({ params, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  return loadOrUnavailable(async () => {
    try {
      return await loadPart(shop, params.sku)
    } catch (error) {
      if (!(error instanceof AppError) || error.status !== 404) throw error
      const parts = await nearestParts(shop.db, params.sku)
      const nearest = parts.map(({ sku, name }) => ({ name: `${sku}, ${name}`, path: partPath(sku) }))
      return data({ nearest }, { status: 404 })
    }
  })
}

async function loadPart(shop: Shop, sku: string) {
  const { db } = shop
  const product = await findPart(db, sku)
  const trail = product.category === undefined ? [] : await findCategoryTrail(db, product.category)
  return {
    product,
    // Only here: what remembers the part, such as a cart, shows the picture as lists do.
    picture: openedPicture(product.image),
    noModel: noModelText(product.model),
    fieldAttributes: fieldAttributes(product),
    categories: trail.map(({ slug, name }) => ({ name, path: categoryPath(slug) })),
    neighbours: await findNeighbours(db, product),
    ...(await findPartDelivery(shop, product)),
  }
}

export const meta: Route.MetaFunction = (page) => {
  const { loaderData } = page
  if (!loaderData || !('product' in loaderData)) return privateMeta('Page not found')
  const { product, categories, shippingDetails } = loaderData
  const { sku, name, description } = product
  const publicUrl = publicUrlOf(page)
  const path = partPath(sku)
  const picture = sharePictureOf(product)
  const names = categories.map((category) => category.name)
  const data = { categories: names, picture: picture.path, shippingDetails }
  const pages = [catalogue, ...categories, { name, path }]
  return [
    ...publicMeta({ title: `${name} · ${sku}`, description, path, picture }, page),
    { 'script:ld+json': productPageData(product, publicUrl, data) },
    { 'script:ld+json': breadcrumbData(pages, publicUrl) },
  ]
}

/** The picture in previews of shared addresses. */
const sharePictureOf = ({ sku, name }: Product) => ({
  path: sharePicturePath(sku),
  width: 1200,
  height: 630,
  alt: name,
})

export default function PartPage({ loaderData }: Route.ComponentProps) {
  if ('product' in loaderData) return <Part key={loaderData.product._id} {...loaderData} />
  return (
    <NotFound>
      <NearestNames names={loaderData.nearest} />
    </NotFound>
  )
}

type PartProps = {
  product: Product
  /** The address of its picture on this page. */
  picture: string
  /** Why it has no 3-D model; undefined for a part with one. */
  noModel?: string | undefined
  /** Named by the server, since browsers may name a country otherwise. */
  fieldAttributes: Product['attributes']
  /** The categories that it is in, the topmost first. */
  categories: readonly NamedPath[]
  neighbours: Neighbours | undefined
  dispatch?: DispatchPromise
}

/** On a phone the order form follows the picture; on a desktop it is beside the picture. */
function Part(props: PartProps) {
  const { product: listed, picture, fieldAttributes, categories, neighbours, dispatch } = props
  const own = useOwnPrices(useMemo(() => [listed], [listed]))
  const [product = listed] = own.parts
  const [quantity, setQuantity] = useState(String(product.minimum))
  const pieces = readPieces(quantity) ?? product.minimum
  const modelView = useModelView()
  return (
    <PageLayout className="md:gap-8">
      <div className="max-md:-mt-3">
        <Breadcrumbs above={[catalogue, ...categories]} />
        <PageHeading title={<Unbroken text={product.name} />} />
        <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-2">
          <p className="flex max-w-full flex-wrap items-center gap-x-2 text-sm">
            Part number <CopyId value={product.sku} what="part number" isWhole />
          </p>
          <StockBadge product={product} />
        </div>
      </div>
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_25rem] lg:gap-x-12">
        <PictureOrModel view={modelView} name={product.name} path={partModelPath(product.sku, 'glb')}>
          <PartPictures product={product} picture={picture} />
        </PictureOrModel>
        <div className="grid gap-3">
          <PartOrder product={product} quantity={quantity} onChange={setQuantity} isWaiting={own.isWaiting} />
          <OwnPriceNote own={own} />
          {dispatch && <DispatchNote promise={dispatch} />}
          <p>
            <a href={dataSheetPath(product.sku)} className="text-sm">
              Data sheet (PDF)
            </a>
          </p>
          <ModelLinks product={product} noModel={props.noModel} view={modelView} />
        </div>
      </div>
      <div className="grid grid-cols-1 gap-x-12 gap-y-6 md:gap-y-12 lg:grid-cols-2">
        <Section title="Facts">
          <div className="grid gap-4">
            <PartFacts product={product} fieldAttributes={fieldAttributes} />
            <p className="max-w-prose whitespace-pre-line">
              <Unbroken text={product.description} />
            </p>
          </div>
        </Section>
        <Section title="Prices">
          <div className={classNames('grid gap-4', own.isWaiting && 'list-price')}>
            <PriceTable
              product={product}
              pieces={pieces}
              onTake={(from) => setQuantity(String(upToStep(from, product.step)))}
            />
            <PriceCurve prices={product.prices} pieces={pieces} />
          </div>
        </Section>
      </div>
      <PartFiles product={product} />
      {neighbours && <NeighbourGrid sku={product.sku} neighbours={neighbours} />}
    </PageLayout>
  )
}
