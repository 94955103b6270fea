import { useState } from 'react'
import { endDeadSession } from '#features/accounts/parts.tsx'
import { useSession } from '#features/accounts/session.ts'
import { reviewsClient } from '#features/reviews/client.ts'
import { formatCount } from '#kit/count-text.ts'
import { fieldErrors, problemText, unwrap } from '#kit/http/client.ts'
import { privateMeta } from '#kit/http/page-meta.ts'
import { texts } from '#kit/texts.ts'
import { Button } from '#kit/ui/button.tsx'
import { Field, TextAreaField } from '#kit/ui/field.tsx'
import { PageHeading } from '#kit/ui/page-heading.tsx'
import { notify } from '#kit/ui/toaster.tsx'
import { useFocusOnWrong } from '#kit/ui/use-focus-on-wrong.ts'
import { useFormDeed } from '#kit/ui/use-form-deed.ts'
import type { Route } from './+types/add-review.ts'

export const meta: Route.MetaFunction = () => privateMeta('Add a Review')

const LONGEST_COMMENT = 1000

export default function AddReview() {
  const session = useSession()
  return (
    <>
      <PageHeading title="Add a Review" lead="Your words stand on the home page, the newest first." />
      <ReviewForm name={session?.displayName ?? ''} />
    </>
  )
}

function ReviewForm({ name }: { name: string }) {
  const [length, setLength] = useState(0)
  const { busy, error, onSubmit } = useFormDeed(async (field) => {
    await postReview({ comment: field('comment'), rating: field('rating'), name: field('name') })
    form.current?.reset()
    setLength(0)
  })
  const form = useFocusOnWrong(error)
  const wrong = fieldErrors(error)
  return (
    <form ref={form} noValidate onSubmit={onSubmit} className="grid max-w-md">
      <TextAreaField
        label="Comment"
        name="comment"
        rows={6}
        required
        hint={`${formatCount(length)} of ${formatCount(LONGEST_COMMENT)} characters`}
        error={commentError(length, wrong.comment)}
        onChange={(event) => setLength(event.target.value.trim().length)}
      />
      <Field
        label="Rating"
        name="rating"
        required
        hint="0 to 5, for example 4.5"
        error={wrong.rating}
        autoComplete="off"
        className="max-w-52"
      />
      <Field
        label="Name"
        name="name"
        defaultValue={name}
        hint="Shown with your review. Left empty, your account’s name is."
        error={wrong.name}
        autoComplete="name"
      />
      <Button type="submit" busy={busy} className="justify-self-start">
        Post review
      </Button>
    </form>
  )
}

/** More than fits can be typed and pasted, so that nothing is cut off unseen. */
function commentError(length: number, refusal: string | undefined): string | undefined {
  if (length > LONGEST_COMMENT)
    return `${formatCount(length)} characters: it can have at most ${formatCount(LONGEST_COMMENT)}.`
  return length === 0 ? refusal : undefined
}

async function postReview(review: { comment: string; rating: string; name: string }): Promise<void> {
  try {
    await unwrap(reviewsClient.rating.$post({ json: review }))
  } catch (thrown) {
    if (!endDeadSession(thrown)) notify.error(problemText(thrown))
    throw thrown
  }
  notify.success(texts.review.posted)
}
