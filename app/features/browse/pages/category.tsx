import { memo, useMemo } from 'react'
import { data, redirect } from 'react-router'
import { nearestCategories } from '#features/catalog/catalog.ts'
import { catalogue, categoryPath } from '#features/catalog/paths.ts'
import { productListData } from '#features/catalog/product-data.ts'
import { isWholeList, partsText, positionParameters, rangeText, titleOfPage } from '#kit/list-position.ts'
import type { PublicPageHandle } from '#kit/public-cache/public-addresses.ts'
import { pack, unpack } from '#kit/rendering/packed.ts'
import { shopContext } from '#kit/rendering/page-context.ts'
import { loadOrUnavailable } from '#kit/rendering/page-outage.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { ListPaging } from '#kit/ui/list/list-paging.tsx'
import { Notice } from '#kit/ui/mark/notice.tsx'
import { Breadcrumbs, breadcrumbData, type NamedPath } from '#kit/ui/page/breadcrumbs.tsx'
import { NearestNames } from '#kit/ui/page/nearest-names.tsx'
import { NotFound } from '#kit/ui/page/not-found.tsx'
import { PageHeading } from '#kit/ui/page/page-heading.tsx'
import { PageLayout, WidePage } from '#kit/ui/page/page-layout.tsx'
import { privateMeta, publicMeta, publicUrlOf } from '#kit/ui/page/page-meta.ts'
import { type CategoryPage, loadCategoryPage } from '../category/category-page.ts'
import { CategoryTiles } from '../category/category-tiles.tsx'
import { ChosenFilters } from '../category/chosen-filters.tsx'
import { FilterButton, FilterPanel } from '../category/filter-form.tsx'
import { filterSentence } from '../category/filter-texts.ts'
import { NoResult } from '../category/no-result.tsx'
import { PartsTable } from '../category/parts-table.tsx'
import { addressOf, addressOfForm, hasFormFields, PAGE_SIZE } from '../category/selection.ts'
import { CompareBar } from '../compare/compare-bar.tsx'
import type { Route } from './+types/category.ts'

/** The names of the parameters are the attributes of the category. */
export const handle = { publicCache: { parameters: 'any' } } satisfies PublicPageHandle

export const meta: Route.MetaFunction = (page) => {
  if (!page.loaderData) return privateMeta('Parts')
  const loaded = unpack(page.loaderData)
  if (!('shown' in loaded)) return privateMeta('Page not found')
  const { shown } = loaded
  const { category, above, selection, chosen, found } = shown
  const publicUrl = publicUrlOf(page)
  const isUnlisted = chosen.length > 0 || selection.sort !== undefined || category.count === 0
  return [
    ...publicMeta(
      {
        title: titleOf(shown),
        description: descriptionOf(shown),
        parameters: positionParameters(found.position),
        isUnlisted,
      },
      page,
    ),
    // Search engines read no other pages.
    ...(isUnlisted
      ? []
      : [
          { 'script:ld+json': productListData(found.rows, publicUrl) },
          { 'script:ld+json': breadcrumbData([...pagesAbove(above), pageOf(category)], publicUrl) },
        ]),
  ]
}

const pageOf = ({ slug, name }: Pick<CategoryPage['category'], 'slug' | 'name'>): NamedPath => ({
  name,
  path: categoryPath(slug),
})

const pagesAbove = (above: CategoryPage['above']): NamedPath[] => [catalogue, ...above.map(pageOf)]

/** Names the filters and the page. */
const titleOf = ({ category, chosen, found: { position } }: CategoryPage): string =>
  titleOfPage([category.name, filterSentence(chosen)].filter(Boolean).join(': '), position)

function descriptionOf({ category, layout }: CategoryPage): string {
  const facts = layout.columns.map(({ label }) => label.toLowerCase()).join(', ')
  return `${category.name}, ${partsText({ total: category.count })} in bulk: ${facts ? `${facts}, ` : ''}price per piece and stock at a glance.`
}

export async function loader({ context, url: { searchParams }, params }: Route.LoaderArgs) {
  // A form without scripts.
  if (hasFormFields(searchParams)) {
    const { pathname, search } = addressOfForm(params.category, searchParams)
    throw redirect(search ? `${pathname}?${search}` : pathname)
  }
  const shop = context.get(shopContext)
  return loadOrUnavailable(async () => {
    const shown = await loadCategoryPage(shop, params.category, searchParams)
    if (shown) return pack<Loaded>({ shown })
    const nearest = await nearestCategories(shop.db, params.category)
    return data(pack<Loaded>({ nearest: nearest.map(pageOf) }), { status: 404 })
  })
}

/** The category; or for an unknown one those whose names are nearest. */
type Loaded = { readonly shown: CategoryPage } | { readonly nearest: readonly NamedPath[] }

export default function Category({ loaderData }: Route.ComponentProps) {
  const loaded = useMemo(() => unpack(loaderData), [loaderData])
  if ('shown' in loaded) return <CategoryContent page={loaded.shown} />
  return (
    <NotFound>
      <NearestNames names={loaded.nearest} />
    </NotFound>
  )
}

/** Rendered again only for other data: the route renders at each step of a navigation. */
const CategoryContent = memo(function CategoryContent({ page }: { page: CategoryPage }) {
  const { category, above, tiles, selection, chosen, notes, layout, found } = page
  return (
    <PageLayout>
      <WidePage>
        <div className="category-page">
          <Breadcrumbs above={pagesAbove(above)} />
          <PageHeading title={category.name} lead={category.description} />
          {tiles.length > 0 && <CategoryTiles tiles={tiles} />}
          <div className="browse">
            <FilterPanel page={page} />
            <div className="browse-list">
              <div className="browse-bar">
                <FilterButton chosen={chosen} />
                <ChosenFilters chosen={chosen} selection={selection} />
                <p role="status" className="browse-count">
                  {countLine(page)}
                </p>
              </div>
              {notes.length > 0 && (
                <Notice className="mb-4">
                  {notes.map((text) => (
                    <p key={text}>{text}</p>
                  ))}
                </Notice>
              )}
              {layout.common.length > 0 && (
                <p className="mb-2 text-muted text-sm">{`All of these: ${layout.common.join(', ')}`}</p>
              )}
              {found.rows.length === 0 ? <NoResult {...page} /> : <PartsTable page={page} />}
              <ListPaging
                list={found}
                pageSize={PAGE_SIZE}
                noun="parts"
                addressOf={(position) => addressOf(selection, position)}
              />
              <CompareBar />
            </div>
          </div>
        </div>
      </WidePage>
    </PageLayout>
  )
})

/** "8 of 30 parts", or the range shown when there are several pages. */
function countLine({ category, chosen, found }: CategoryPage): string {
  if (!isWholeList(found)) return rangeText(found, PAGE_SIZE)
  return chosen.length > 0
    ? `${formatCount(found.total)} of ${partsText({ total: category.count })}`
    : partsText(found)
}
