import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { signOutIfForbidden, signOutWhereForbidden } from '#features/accounts/components.tsx'
import { problemText } from '#kit/browser/client.ts'
import { type FetchPage, type PagedList, unwrapPage, usePagedList } from '#kit/browser/paged-list.ts'
import { countText } from '#kit/text/count-text.ts'
import { EmptyDrawing } from '#kit/ui/art/empty-drawing.tsx'
import { ChoiceLinks } from '#kit/ui/list/choice-links.tsx'
import { EmptyState } from '#kit/ui/list/empty-state.tsx'
import { PagedRows } from '#kit/ui/list/paged-rows.tsx'
import { rememberFocus } from '#kit/ui/overlay/return-focus.ts'
import { notify } from '#kit/ui/overlay/toaster.tsx'
import { notifyUndo, useUndone } from '#kit/ui/overlay/undo-toast.tsx'
import { PageHeading } from '#kit/ui/page/page-heading.tsx'
import { Section } from '#kit/ui/page/page-layout.tsx'
import { privateMeta } from '#kit/ui/page/page-meta.ts'
import { changeReview } from '../admin/client.ts'
import { LoadingReviews, ManagedReview } from '../admin/managed-review.tsx'
import { reviewsClient } from '../client.ts'
import type { Review } from '../schema.ts'
import type { Route } from './+types/manage-reviews.ts'

export const meta: Route.MetaFunction = () => privateMeta('Reviews')

const HIDDEN = { hidden: 'true' } as const

export default function ManageReviews() {
  const [params] = useSearchParams()
  const hidden = params.get('hidden') === HIDDEN.hidden
  return (
    <>
      <PageHeading
        title="Reviews"
        lead="Visitors read your answer below a review. A hidden review is on no page of the shop, and in no list that visitors read. You can show it again."
        actions={
          <ChoiceLinks
            label="Kinds of reviews"
            choices={[
              { label: 'Shown', to: { search: '' }, isChosen: !hidden },
              { label: 'Hidden', to: { search: `${new URLSearchParams(HIDDEN)}` }, isChosen: hidden },
            ]}
          />
        }
      />
      <Reviews key={String(hidden)} hidden={hidden} />
    </>
  )
}

function Reviews({ hidden }: { hidden: boolean }) {
  const fetchReviews: FetchPage<Review> = signOutWhereForbidden(({ limit, after }, signal) => {
    const query = { hidden: hidden ? 'true' : 'false', limit, after } as const
    return unwrapPage(reviewsClient.rating.$get({ query }, { init: { signal } }))
  })
  const list = usePagedList(fetchReviews, '')
  useUndone(() => void list.refresh())
  const { busyId, move, read, replace } = useReviewChanges(list, hidden)
  const total = list.shown ? countText(list.shown) : '…'
  return (
    <Section title={`${hidden ? 'Hidden' : 'Shown'} reviews: ${total}`} lead="Newest first.">
      <PagedRows
        list={list}
        what="reviews"
        skeleton={<LoadingReviews />}
        empty={<NoReviews hidden={hidden} />}
      >
        {(reviews) => (
          <ul className="border-line border-t">
            {reviews.map((review) => (
              <ManagedReview
                key={review._id}
                review={review}
                busy={busyId === review._id}
                onMove={() => void move(review)}
                onRead={() => void read(review)}
                onChanged={replace}
              />
            ))}
          </ul>
        )}
      </PagedRows>
    </Section>
  )
}

/** Moves a review to the other list, and offers to move it back; notes that it was read; shows a changed one. */
function useReviewChanges(list: PagedList<Review>, hidden: boolean) {
  const [busyId, setBusyId] = useState<string>()
  const move = async ({ _id, name }: Review) => {
    const id = encodeURIComponent(_id)
    const restoreFocus = rememberFocus()
    setBusyId(_id)
    try {
      await changeReview(_id, { hidden: !hidden })
      list.change((reviews) => reviews.filter((review) => review._id !== _id))
      notifyUndo({
        text: hidden ? `The review of ${name} is shown again` : `The review of ${name} is hidden`,
        calls: [{ method: 'PUT', path: `/api/rating/${id}`, body: { hidden } }],
      })
      restoreFocus()
    } catch (error) {
      if (!signOutIfForbidden(error)) notify.error(problemText(error))
    } finally {
      setBusyId(undefined)
    }
  }
  const replace = (changed: Review) =>
    list.change((reviews) => reviews.map((review) => (review._id === changed._id ? changed : review)))
  const read = async ({ _id }: Review) => {
    setBusyId(_id)
    try {
      replace(await changeReview(_id, { read: true }))
    } catch (error) {
      if (!signOutIfForbidden(error)) notify.error(problemText(error))
    } finally {
      setBusyId(undefined)
    }
  }
  return { busyId, move, read, replace }
}

function NoReviews({ hidden }: { hidden: boolean }) {
  return (
    <EmptyState title={hidden ? 'No review is hidden' : 'No reviews'} art={<EmptyDrawing />}>
      {hidden
        ? 'What you hide is listed here, and can be shown again.'
        : 'Customers write reviews in their dashboard. They are listed here and on the home page.'}
    </EmptyState>
  )
}
