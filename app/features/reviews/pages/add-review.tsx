import { useState } from 'react'
import { useSession } from '#features/accounts/browser-session.ts'
import { signOutIfUnauthorized } from '#features/accounts/components.tsx'
import { problemText, unwrap } from '#kit/browser/client.ts'
import { tooLong } from '#kit/contact-rules.ts'
import { formatCount } from '#kit/count-text.ts'
import { Button } from '#kit/ui/button.tsx'
import { Field, TextAreaField } from '#kit/ui/field.tsx'
import { PageHeading } from '#kit/ui/page-heading.tsx'
import { privateMeta } from '#kit/ui/page-meta.ts'
import { notify } from '#kit/ui/toaster.tsx'
import { useCheckedForm } from '#kit/ui/use-checked-form.ts'
import { reviewsClient } from '../client.ts'
import { COMMENT } from '../comment.ts'
import { reviewTexts } from '../texts.ts'
import type { Route } from './+types/add-review.ts'

export const meta: Route.MetaFunction = () => privateMeta('Add a Review')

export default function AddReview() {
  const session = useSession()
  return (
    <>
      <PageHeading title="Add a Review" lead="Your review is shown on the home page, the newest first." />
      <ReviewForm name={session?.displayName ?? ''} />
    </>
  )
}

function ReviewForm({ name }: { name: string }) {
  const [comment, setComment] = useState('')
  const { busy, errors, form } = useCheckedForm(async (field) => {
    await postReview({ comment: field('comment'), rating: field('rating'), name: field('name') })
    form.ref.current?.reset()
    setComment('')
  })
  return (
    <form {...form} className="grid max-w-md">
      <TextAreaField
        label="Comment"
        name="comment"
        rows={6}
        required
        hint={`${formatCount(comment.trim().length)} of ${formatCount(COMMENT.maximum)} characters`}
        error={tooLong(comment, COMMENT) ?? errors.comment}
        onChange={(event) => setComment(event.target.value)}
      />
      <Field
        label="Rating"
        name="rating"
        required
        hint="0 to 5, for example 4.5"
        error={errors.rating}
        autoComplete="off"
        className="max-w-52"
      />
      <Field
        label="Name"
        name="name"
        defaultValue={name}
        hint="Shown with your review. If empty, your account’s name is shown."
        error={errors.name}
        autoComplete="name"
      />
      <Button type="submit" busy={busy} className="justify-self-start">
        Post review
      </Button>
    </form>
  )
}

async function postReview(review: { comment: string; rating: string; name: string }): Promise<void> {
  try {
    await unwrap(reviewsClient.rating.$post({ json: review }))
  } catch (thrown) {
    if (!signOutIfUnauthorized(thrown)) notify.error(problemText(thrown))
    throw thrown
  }
  notify.success(reviewTexts.posted)
}
