import { memo, useMemo } from 'react'
import { createPath, data, redirect } from 'react-router'
import { nearestCategories } from '#features/catalog/catalog.ts'
import { productListData } from '#features/catalog/product-data.ts'
import { positionParameters } from '#kit/list-position.ts'
import type { PublicPageHandle } from '#kit/public-cache/public-addresses.ts'
import { pack, unpack } from '#kit/rendering/packed.ts'
import { shopContext } from '#kit/rendering/page-context.ts'
import { loadOrUnavailable } from '#kit/rendering/page-outage.ts'
import { Unbroken } from '#kit/ui/mark/unbroken.tsx'
import { Breadcrumbs, breadcrumbData, type NamedPath } from '#kit/ui/page/breadcrumbs.tsx'
import { NearestNames } from '#kit/ui/page/nearest-names.tsx'
import { NotFound } from '#kit/ui/page/not-found.tsx'
import { privateMeta, publicMeta, publicUrlOf } from '#kit/ui/page/page-meta.ts'
import { BrowsePage } from '../category/browse-page.tsx'
import { type CategoryPage, loadCategoryPage, pageOf } from '../category/category-page.ts'
import { CategoryTiles } from '../category/category-tiles.tsx'
import { addressOf, addressOfForm, asTable, hasFormFields, withView } from '../filters/selection.ts'
import { GridView } from '../grid/grid-view.tsx'
import { ViewLinks } from '../grid/view-links.tsx'
import type { Route } from './+types/category.ts'

/** The names of the parameters are the attributes of the category. */
export const handle = { publicCache: { parameters: 'any' } } satisfies PublicPageHandle

export const meta: Route.MetaFunction = (page) => {
  if (!page.loaderData) return privateMeta('Parts')
  const loaded = unpack(page.loaderData)
  if (!('shown' in loaded)) return privateMeta('Page not found')
  const { title, description, isUnlisted, trail, found } = loaded.shown
  const publicUrl = publicUrlOf(page)
  return [
    ...publicMeta({ title, description, parameters: positionParameters(found.position), isUnlisted }, page),
    // Search engines read no other pages.
    ...(isUnlisted
      ? []
      : [
          // The pages of the parts say what a grid links to.
          ...(found.rows.length > 0 ? [{ 'script:ld+json': productListData(found.rows, publicUrl) }] : []),
          { 'script:ld+json': breadcrumbData(trail, publicUrl) },
        ]),
  ]
}

export async function loader({ context, url: { searchParams }, params }: Route.LoaderArgs) {
  // A form without scripts.
  if (hasFormFields(searchParams)) throw redirect(createPath(addressOfForm(params.category, searchParams)))
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
  const { category, trail, tiles, selection, shownAs } = page
  return (
    <BrowsePage
      list={page}
      title={category.name}
      lead={category.description && <Unbroken text={category.description} />}
      trail={<Breadcrumbs above={trail.slice(0, -1)} />}
      tiles={tiles.length > 0 && <CategoryTiles tiles={tiles} />}
      grid={
        shownAs.grid && (
          <GridView
            grid={shownAs.grid}
            name={category.name}
            tableOf={(values) => addressOf(asTable(selection, values))}
          />
        )
      }
      views={<ViewLinks shownAs={shownAs} to={(view) => addressOf(withView(selection, view))} />}
    />
  )
})
