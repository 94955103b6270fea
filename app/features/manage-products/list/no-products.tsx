import { Link } from 'react-router'
import { addProductPath } from '#features/catalog/paths.ts'
import { EmptyDrawing } from '#kit/ui/art/empty-drawing.tsx'
import { ButtonLink } from '#kit/ui/form/button.tsx'
import { EmptyState } from '#kit/ui/list/empty-state.tsx'
import type { ManagedState } from '../states.ts'
import { changedSearch } from './product-filter.ts'

type NoProductsProps = {
  q: string | undefined
  state?: ManagedState
  params?: URLSearchParams
}

/** What an empty list says, by what was asked for. */
export function NoProducts({ q, state = 'for_sale', params }: NoProductsProps) {
  if (q) return <NothingFound q={q} />
  if (params?.has('category'))
    return (
      <EmptyState title="This category has none of them" art={<EmptyDrawing />}>
        <Link to={{ search: changedSearch(params, { category: null }) }}>Show those of all categories</Link>
      </EmptyState>
    )
  if (state !== 'for_sale') {
    const { title, text } = NONE[state]
    return (
      <EmptyState title={title} art={<EmptyDrawing />}>
        {text}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      title="No products yet"
      art={<EmptyDrawing />}
      action={<ButtonLink to={addProductPath()}>Add Product</ButtonLink>}
    >
      What you add is for sale at once, and listed here.
    </EmptyState>
  )
}

const NONE: Readonly<Record<Exclude<ManagedState, 'for_sale'>, { title: string; text: string }>> = {
  low: {
    title: 'No part is low',
    text: 'Parts whose stock falls to their reorder point are listed here. The reorder point is set on the page of a part, when it is added, or by an import.',
  },
  out: {
    title: 'Nothing is sold out',
    text: 'Products of which fewer pieces are for sale than an order has to have are listed here.',
  },
  featured: {
    title: 'No product is featured',
    text: 'The home page shows the newest. Choose products under “For sale”, or open one, to mark it as featured.',
  },
  archived: {
    title: 'Nothing is archived',
    text: 'What you delete or archive is listed here, and can be restored; parts that are not for sale yet, too.',
  },
}

function NothingFound({ q }: { q: string }) {
  return (
    <EmptyState title={`Nothing found for “${q}”`} art={<EmptyDrawing />}>
      The search looks for every word in name, part number and description: fewer or shorter words find more.
    </EmptyState>
  )
}
