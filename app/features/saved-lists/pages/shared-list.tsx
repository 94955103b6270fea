import { data } from 'react-router'
import { AddAll } from '#features/cart/add-all.tsx'
import { isNotFound } from '#kit/browser/client.ts'
import { callerContext, shopContext } from '#kit/rendering/page-context.ts'
import { loadOrUnavailable } from '#kit/rendering/page-outage.ts'
import { AppError } from '#kit/server/app-error.ts'
import { TOKEN_IN_ADDRESS } from '#kit/server/headers.ts'
import { EmptyDrawing } from '#kit/ui/art/empty-drawing.tsx'
import { EmptyState } from '#kit/ui/list/empty-state.tsx'
import { LoadFailure } from '#kit/ui/page/load-failure.tsx'
import { PageHeading } from '#kit/ui/page/page-heading.tsx'
import { PageLayout } from '#kit/ui/page/page-layout.tsx'
import { privateMeta } from '#kit/ui/page/page-meta.ts'
import { SharedLines } from '../sharing/shared-lines.tsx'
import { openSharedList } from '../sharing/shared-lists.ts'
import type { Route } from './+types/shared-list.ts'

export const headers = () => TOKEN_IN_ADDRESS

/** The list of the link. A wrong token counts as one of a call does. */
export function loader({ params, context }: Route.LoaderArgs) {
  return loadOrUnavailable(async () => {
    try {
      return await openSharedList(context.get(shopContext), params.token, context.get(callerContext))
    } catch (error) {
      if (error instanceof AppError) throw data(null, { status: error.status })
      throw error
    }
  })
}

export const meta: Route.MetaFunction = ({ loaderData }) => privateMeta(loaderData?.name ?? 'Shared list')

/** The page of a list for whoever has its link. */
export default function SharedListPage({ loaderData: list }: Route.ComponentProps) {
  return (
    <PageLayout>
      <PageHeading title={list.name} lead="A list that somebody shared with you, at the prices of today." />
      <SharedLines lines={list.lines} />
      <AddAll quote={list} />
    </PageLayout>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <PageLayout width="reading">
      {isNotFound(error) ? (
        <>
          <PageHeading title="Shared list" />
          <EmptyState title="This link cannot be used" art={<EmptyDrawing />}>
            It may have been replaced or ended. Ask whoever sent you the link for a new one.
          </EmptyState>
        </>
      ) : (
        <LoadFailure heading="Shared list" title="The list could not be loaded" error={error} />
      )}
    </PageLayout>
  )
}
