import type { MetaDescriptor } from 'react-router'
import { ProductGrid } from '#features/catalog/components.tsx'
import { catalogue } from '#features/catalog/paths.ts'
import { sortTexts } from '#features/catalog/texts.ts'
import {
  isWholeList,
  type ListPosition,
  partsText,
  positionParameters,
  rangeText,
  titleOfPage,
} from '#kit/list-position.ts'
import { SortField } from '#kit/ui/form/sort-field.tsx'
import { ListPaging } from '#kit/ui/list/list-paging.tsx'
import { PageHeading } from '#kit/ui/page/page-heading.tsx'
import { PageLayout } from '#kit/ui/page/page-layout.tsx'
import { publicMeta } from '#kit/ui/page/page-meta.ts'
import { useIsLoading } from '#kit/ui/page/use-is-loading.ts'
import { PAGE_SIZE, type PartList } from './part-list.ts'

const TITLE = 'All parts'

/** The meta tags of a page of the list. */
export function allPartsMeta(
  { sort, position }: PartList,
  page: Parameters<typeof publicMeta>[1],
): MetaDescriptor[] {
  const description = 'Every part for sale in one list: price per piece, stock and drawing.'
  const parameters = { sort, ...positionParameters(position) }
  return publicMeta({ title: titleOfPage(TITLE, position), description, parameters }, page)
}

const SORT_CHOICES = (['newest', 'name', 'price', '-price'] as const).map((value) => ({
  value,
  label: sortTexts[value],
}))

/** The page of all parts for sale, whatever their category; sort and position are in the address. */
export function AllParts({ list }: { list: PartList }) {
  const isLoading = useIsLoading(catalogue.path)
  const range = isWholeList(list) ? partsText(list) : rangeText(list, PAGE_SIZE)
  const addressOf = (position: ListPosition) => ({
    pathname: catalogue.path,
    search: new URLSearchParams({ sort: list.sort, ...positionParameters(position) }).toString(),
  })
  return (
    <PageLayout className="gap-4! md:gap-6!">
      <PageHeading
        title={TITLE}
        lead={range}
        actions={
          <SortField
            list={{ pathname: catalogue.path }}
            q={undefined}
            sort={list.sort}
            choices={SORT_CHOICES}
          />
        }
      />
      <div role="status" className="sr-only">
        {`${range}, ${sortTexts[list.sort].toLowerCase()}`}
      </div>
      <ProductGrid products={list.rows} busy={isLoading} />
      <ListPaging list={list} pageSize={PAGE_SIZE} noun="parts" addressOf={addressOf} />
    </PageLayout>
  )
}
