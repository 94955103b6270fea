import { useEffect, useRef } from 'react'
import { type ShouldRevalidateFunctionArgs, useLocation } from 'react-router'
import { OwnPriceNote } from '#features/agreed-prices/components.tsx'
import { useOwnPrices } from '#features/agreed-prices/own-prices.ts'
import { findParts, readAttributes } from '#features/catalog/catalog.ts'
import { catalogue, categoryPath } from '#features/catalog/paths.ts'
import type { Product } from '#features/catalog/schema.ts'
import { fieldAttributes } from '#features/catalog/shown-fields.ts'
import type { PublicPageHandle } from '#kit/public-cache/public-addresses.ts'
import { shopContext } from '#kit/rendering/page-context.ts'
import { loadOrUnavailable } from '#kit/rendering/page-outage.ts'
import type { Shop } from '#kit/shop.ts'
import { piecesText } from '#kit/text/count-text.ts'
import { shortenEnd } from '#kit/text/list-text.ts'
import { readPieces } from '#kit/text/read-number.ts'
import { EmptyDrawing } from '#kit/ui/art/empty-drawing.tsx'
import { ButtonLink } from '#kit/ui/form/button.tsx'
import { EmptyState } from '#kit/ui/list/empty-state.tsx'
import { Notice } from '#kit/ui/mark/notice.tsx'
import { PageHeading } from '#kit/ui/page/page-heading.tsx'
import { PageLayout } from '#kit/ui/page/page-layout.tsx'
import { publicMeta } from '#kit/ui/page/page-meta.ts'
import { type CompareAddress, comparePath, MAXIMUM_COMPARED, readAddress } from '../compare/address.ts'
import { AddPart, CompareOptions } from '../compare/compare-controls.tsx'
import { CompareTable } from '../compare/compare-table.tsx'
import {
  type ComparedAttribute,
  compareParts,
  defaultQuantity,
  onlyDifferent,
  totalOf,
  uniteAttributes,
} from '../compare/comparison.ts'
import type { Route } from './+types/compare.ts'

export const handle = {
  publicCache: { parameters: ['sku', 'quantity', 'differences'] },
} satisfies PublicPageHandle

export const meta: Route.MetaFunction = (page) => {
  const { parts } = page.loaderData
  const isComparison = parts.length > 1
  return publicMeta(
    {
      title: isComparison ? `${parts.map(({ sku }) => sku).join(' / ')} compared` : 'Compare parts',
      description: isComparison
        ? `${parts.map(({ name }) => name).join(' and ')}: measures, material, stock and prices side by side.`
        : 'Two to four parts side by side: measures, material, stock and prices.',
      isUnlisted: true,
    },
    page,
  )
}

export const loader = ({ context, url }: Route.LoaderArgs) =>
  loadOrUnavailable(() => loadParts(context.get(shopContext), readAddress(url.searchParams)))

async function loadParts({ db }: Shop, { skus }: CompareAddress) {
  const found = await findParts(db, skus)
  const parts = found
    .filter((part) => part !== undefined)
    .map((part) => ({ ...part, attributes: [...part.attributes, ...fieldAttributes(part)] }))
  const categories = [...new Set(parts.flatMap(({ category }) => category ?? []))]
  const attributes = categories.length === 0 ? undefined : await readAttributes(db, categories)
  return {
    parts,
    unknown: skus.filter((_, index) => found[index] === undefined),
    attributes: uniteAttributes<ComparedAttribute>([
      ...categories.map((category) => attributes?.get(category) ?? []),
      ...parts.map(fieldAttributes),
    ]),
  }
}

/** Another quantity, and hiding what is the same, need no other data. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  const [current, next] = [currentUrl, nextUrl].map(({ searchParams }) =>
    readAddress(searchParams).skus.join(),
  )
  return current === next && currentUrl.search !== nextUrl.search ? false : defaultShouldRevalidate
}

export default function Compare({ loaderData }: Route.ComponentProps) {
  const { parts, unknown } = loaderData
  const { search } = useLocation()
  const address = readAddress(new URLSearchParams(search))
  useFocusOnChange(parts.map(({ sku }) => sku).join(' '))
  return (
    <PageLayout className="comparison-page md:gap-6 print:-my-12 print:max-w-none print:gap-2 print:px-0">
      <PageHeading
        title="Compare parts"
        lead={parts.length > 1 ? 'What differs is bold, with a bar at its edge.' : undefined}
      />
      <Notices parts={parts} unknown={unknown} isCut={address.isCut} />
      {parts.length === 0 ? <NoParts /> : <Comparison {...loaderData} address={address} />}
      {parts.length < MAXIMUM_COMPARED && <AddPart parts={parts} address={address} />}
    </PageLayout>
  )
}

type LoaderData = Route.ComponentProps['loaderData']

type ComparisonProps = Pick<LoaderData, 'parts' | 'attributes'> & { address: CompareAddress }

function Comparison({ parts: listed, attributes, address }: ComparisonProps) {
  const own = useOwnPrices(listed)
  const { parts } = own
  const { onlyDifferences } = address
  const quantity = readPieces(address.quantity) ?? defaultQuantity(parts)
  const all = compareParts(parts, attributes, quantity)
  const groups = onlyDifferences && parts.length > 1 ? onlyDifferent(all) : all
  const skus = parts.map(({ sku }) => sku)
  return (
    <>
      <CompareOptions parts={parts} address={address} quantity={quantity} />
      <p role="status" className="sr-only">
        {totalsText(parts, quantity)}
      </p>
      <OwnPriceNote own={own} />
      <CompareTable
        parts={parts}
        isWaiting={own.isWaiting}
        groups={groups}
        quantity={quantity}
        pathWithout={({ sku }) =>
          comparePath(
            skus.filter((other) => other !== sku),
            address,
          )
        }
      />
      {groups.length === 0 && <p>These parts do not differ in any fact.</p>}
    </>
  )
}

/** What a screen reader reads when the quantity changes. */
const totalsText = (parts: readonly Product[], quantity: number): string => {
  const totals = parts.map((part) => {
    const { text, problem } = totalOf(part, quantity)
    return `${part.sku}: ${problem ?? `${text}.`}`
  })
  return `Price of ${piecesText(quantity)}. ${totals.join(' ')}`
}

type NoticesProps = Pick<LoaderData, 'parts' | 'unknown'> & Pick<CompareAddress, 'isCut'>

/** What the page shows differently from what the address asks for. */
function Notices({ parts, unknown, isCut }: NoticesProps) {
  const [only, second] = parts
  return (
    <>
      {unknown.map((sku) => (
        <Notice key={sku} tone="waiting">
          {`No part for sale has the part number “${shortenEnd(sku, LONGEST_SHOWN)}”, so it is left out.`}
        </Notice>
      ))}
      {isCut && (
        <Notice>{`At most ${MAXIMUM_COMPARED} parts are compared. These are the first of the address.`}</Notice>
      )}
      {only && !second && (
        <Notice
          action={
            <ButtonLink to={pathOfOthers(only)} variant="secondary" size="sm">
              Show parts of its category
            </ButtonLink>
          }
        >
          Choose another part to compare it with.
        </Notice>
      )}
    </>
  )
}

const pathOfOthers = ({ category }: Product): string =>
  category === undefined ? catalogue.path : categoryPath(category)

const LONGEST_SHOWN = 64

const NoParts = () => (
  <EmptyState
    title="No parts to compare"
    art={<EmptyDrawing />}
    action={<ButtonLink to={catalogue.path}>Show all categories</ButtonLink>}
  >
    {`Choose 2 to ${MAXIMUM_COMPARED} parts in a category, or type a part number below.`}
  </EmptyState>
)

/** Focuses the content of the page when `shown` has changed: the link that changed it may be gone. */
export function useFocusOnChange(shown: string): void {
  const before = useRef(shown)
  useEffect(() => {
    if (before.current === shown) return
    before.current = shown
    document.getElementById('content')?.focus({ preventScroll: true })
  }, [shown])
}
