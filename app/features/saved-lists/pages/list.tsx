import { useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { loadPrivately } from '#features/accounts/components.tsx'
import { AddAll } from '#features/cart/add-all.tsx'
import { isNotFound } from '#kit/browser/client.ts'
import { LoadFailure } from '#kit/ui/page/load-failure.tsx'
import { NotFound } from '#kit/ui/page/not-found.tsx'
import { PageHeading } from '#kit/ui/page/page-heading.tsx'
import { WidePage } from '#kit/ui/page/page-layout.tsx'
import { privateMeta } from '#kit/ui/page/page-meta.ts'
import { fetchList } from '../client.ts'
import { ListEditor } from '../lists/list-editor.tsx'
import { SAVED_LISTS_PATH } from '../paths.ts'
import type { SavedList } from '../schema.ts'
import { SharePanel } from '../sharing/share-panel.tsx'
import type { Route } from './+types/list.ts'

export const meta: Route.MetaFunction = ({ loaderData, error }) =>
  privateMeta(isNotFound(error) ? 'Page not found' : (loaderData?.list.name ?? 'List'))

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  return loadPrivately(request, async () => ({ list: await fetchList(params.id) }))
}

export default function ListPage({ loaderData: { list: loaded } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const [saved, setSaved] = useState<SavedList>()
  const list = saved && saved.revision >= loaded.revision ? { ...saved, isShared: loaded.isShared } : loaded
  return (
    <WidePage>
      <PageHeading title={list.name} lead={<Link to={SAVED_LISTS_PATH}>All lists</Link>} />
      <ListEditor key={list._id} list={list} onSaved={setSaved}>
        <AddAll quote={list} />
      </ListEditor>
      <SharePanel list={list} onChanged={revalidate} />
    </WidePage>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isNotFound(error)) return <NotFound />
  return <LoadFailure heading="List" title="The list could not be loaded" error={error} />
}
