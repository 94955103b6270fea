import { useSession } from '#features/accounts/browser-session.ts'
import { signOutIfUnauthorized } from '#features/accounts/components.tsx'
import { problemText, unwrap } from '#kit/browser/client.ts'
import { useTypedText } from '#kit/browser/use-typed-text.ts'
import { tooLong } from '#kit/input/contact-rules.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { Field } from '#kit/ui/form/field.tsx'
import { TextAreaField } from '#kit/ui/form/other-fields.tsx'
import { useCheckedForm } from '#kit/ui/form/use-checked-form.ts'
import { notify } from '#kit/ui/overlay/toaster.tsx'
import { PageHeading } from '#kit/ui/page/page-heading.tsx'
import { privateMeta } from '#kit/ui/page/page-meta.ts'
import { reviewsClient } from '../client.ts'
import { COMMENT } from '../limits.ts'
import { reviewTexts } from '../texts.ts'
import type { Route } from './+types/add-review.ts'

export const meta: Route.MetaFunction = () => privateMeta('Add a Review')

export default function AddReview() {
  const session = useSession()
  return (
    <>
      <PageHeading title="Add a Review" lead="Your review is shown on the home page, the newest first." />
      <ReviewForm name={session?.displayName ?? ''} email={session?.email} />
    </>
  )
}

/** What is typed is kept as a draft of the account with that e-mail until it is posted. */
function ReviewForm({ name, email }: { name: string; email: string | undefined }) {
  const { typed, change, discard } = useTypedText(email, DRAFTS)
  const { comment = '' } = typed
  const { busy, errors, form } = useCheckedForm(async (field) => {
    await postReview({ comment: field('comment'), rating: field('rating'), name: field('name') })
    discard()
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
        value={comment}
        onChange={({ target }) => change({ comment: target.value })}
      />
      <Field
        label="Rating"
        name="rating"
        required
        hint="0 to 5, for example 4.5"
        error={errors.rating}
        value={typed.rating ?? ''}
        onChange={({ target }) => change({ rating: target.value })}
        autoComplete="off"
        className="max-w-52"
      />
      <Field
        label="Name"
        name="name"
        value={typed.name ?? name}
        onChange={({ target }) => change({ name: target.value })}
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

const DRAFTS = {
  comment: 'comment of a review',
  rating: 'rating of a review',
  name: 'name of a review',
} as const

async function postReview(review: { comment: string; rating: string; name: string }): Promise<void> {
  try {
    await unwrap(reviewsClient.rating.$post({ json: review }))
  } catch (thrown) {
    if (!signOutIfUnauthorized(thrown)) notify.error(problemText(thrown))
    throw thrown
  }
  notify.success(reviewTexts.posted)
}
