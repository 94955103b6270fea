import { Link } from 'react-router'
import { AddToCart } from '#features/cart/add-to-cart.tsx'
import { orderPath, partPath } from '#features/catalog/paths.ts'
import { ProductPicture } from '#features/catalog/product-picture.tsx'
import type { Product } from '#features/catalog/schema.ts'
import { isSoldOut } from '#features/pricing/quantity-terms.ts'
import { ButtonLink } from '#kit/ui/form/button.tsx'
import { CopyId } from '#kit/ui/mark/copy-id.tsx'
import { CloseIcon } from '#kit/ui/mark/icons.tsx'
import { Unbroken } from '#kit/ui/mark/unbroken.tsx'
import { VisuallyHidden } from '#kit/ui/mark/visually-hidden.tsx'
import { type ComparedCell, type ComparedFact, type FactGroup, NONE } from './comparison.ts'

type CompareTableProps = {
  parts: readonly Product[]
  groups: readonly FactGroup[]
  quantity: number
  /** The prices are not known yet to be those of whoever is signed in. */
  isWaiting: boolean
  /** The path of the page without that part. */
  pathWithout: (part: Product) => string
}

/** The parts as columns and their facts as rows. It scrolls sideways in its own box when the columns do not fit. */
export function CompareTable({ parts, groups, quantity, isWaiting, pathWithout }: CompareTableProps) {
  return (
    <div className="comparison">
      <div className="comparison-scroller" data-parts={parts.length}>
        <table>
          <caption className="sr-only">Parts side by side</caption>
          <PartHeads parts={parts} />
          <PartActions parts={parts} quantity={quantity} pathWithout={pathWithout} />
          {groups.map(({ title, facts, isOfPrices }) => (
            <tbody key={title} className={isOfPrices && isWaiting ? 'list-price' : undefined}>
              <tr>
                <th scope="rowgroup" colSpan={parts.length + 1}>
                  <span>{title}</span>
                </th>
              </tr>
              {facts.map((fact) => (
                <FactRow key={fact.label + fact.unit} fact={fact} parts={parts} />
              ))}
            </tbody>
          ))}
        </table>
      </div>
    </div>
  )
}

/** The drawings, and the names, which stay in view. */
function PartHeads({ parts }: Pick<CompareTableProps, 'parts'>) {
  return (
    <thead>
      <tr>
        <td />
        {parts.map((part) => (
          <td key={part._id}>
            <div className="comparison-picture">
              <ProductPicture product={part} width={240} height={180} />
            </div>
          </td>
        ))}
      </tr>
      <tr className="comparison-names">
        <th scope="col">Part</th>
        {parts.map((part) => (
          <th key={part._id} scope="col">
            <Link to={partPath(part.sku)} className="line-clamp-5" title={part.name}>
              <Unbroken text={part.name} />
            </Link>
          </th>
        ))}
      </tr>
    </thead>
  )
}

function PartActions({ parts, quantity, pathWithout }: Omit<CompareTableProps, 'groups' | 'isWaiting'>) {
  return (
    <tbody>
      <tr>
        <th scope="row">Part number</th>
        {parts.map((part) => (
          // On a phone the button goes below a number that leaves it no room.
          <td
            key={part._id}
            className="[&>span]:flex-wrap [&_.truncate]:whitespace-normal max-sm:[&_.truncate]:text-xs [&_button]:print:hidden"
          >
            <CopyId value={part.sku} what={`part number ${part.sku}`} isWhole />
          </td>
        ))}
      </tr>
      <tr className="print:hidden">
        <th scope="row">Order</th>
        {parts.map((part) => (
          <td key={part._id}>
            <div className="flex flex-wrap items-center gap-1">
              {!isSoldOut(part) && (
                <AddToCart
                  part={part}
                  quantity={String(quantity)}
                  size="sm"
                  className="max-sm:px-2"
                  aria-label={`Add to cart: ${part.name}`}
                />
              )}
              <OrderLink part={part} quantity={quantity} />
              <ButtonLink
                to={pathWithout(part)}
                preventScrollReset
                variant="quiet"
                size="sm"
                className="px-2 pointer-coarse:px-3"
                title="Remove"
                aria-label={`Remove ${part.name}`}
              >
                <CloseIcon />
              </ButtonLink>
            </div>
          </td>
        ))}
      </tr>
    </tbody>
  )
}

function OrderLink({ part, quantity }: { part: Product; quantity: number }) {
  const canOrder = !isSoldOut(part)
  return (
    <ButtonLink
      to={orderPath(part._id, quantity)}
      variant="secondary"
      size="sm"
      className="max-sm:px-2"
      aria-label={`${canOrder ? 'Order' : 'Details'}: ${part.name}`}
    >
      {canOrder ? 'Order' : 'Details'}
    </ButtonLink>
  )
}

/** A fact that differs is bold with a bar at its edge; a screen reader reads it with its name. */
function FactRow({ fact, parts }: { fact: ComparedFact; parts: readonly Product[] }) {
  const { label, unit, cells, isDifferent } = fact
  return (
    <tr data-different={isDifferent || undefined}>
      <th scope="row">
        {label}
        {unit && <span className="font-normal text-muted"> {unit}</span>}
        {isDifferent && <VisuallyHidden>, differs</VisuallyHidden>}
      </th>
      {parts.map((part, index) => (
        <FactCell key={part._id} {...(cells[index] ?? { text: '' })} />
      ))}
    </tr>
  )
}

const FactCell = ({ text, problem }: ComparedCell) => (
  <td className={text === NONE ? 'font-normal text-muted' : undefined}>
    <Unbroken text={text} />
    {problem && <span className="font-normal text-wait text-xs">{problem}</span>}
  </td>
)
