import { useState } from 'react'
import { signOutIfForbidden } from '#features/accounts/components.tsx'
import { fieldErrors, problemText } from '#kit/browser/client.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { TextAreaField } from '#kit/ui/form/other-fields.tsx'
import { Notice } from '#kit/ui/mark/notice.tsx'
import { ANSWER } from '../limits.ts'
import type { Review } from '../schema.ts'
import { changeReview } from './client.ts'

type AnswerFormProps = { review: Review; onChanged: (review: Review) => void; onClose: () => void }

/** What the shop answers below a review; an emptied field takes the answer away. */
export function AnswerForm({ review, onChanged, onClose }: AnswerFormProps) {
  const [text, setText] = useState(review.answer ?? '')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const wrong = fieldErrors(error).answer
  return (
    <form
      noValidate
      aria-label={`Answer to ${review.name}`}
      className="mt-3 max-w-prose"
      onSubmit={async (event) => {
        event.preventDefault()
        if (busy) return
        setBusy(true)
        setError(null)
        try {
          onChanged(await changeReview(review._id, { answer: text.trim() || null }))
          onClose()
        } catch (thrown) {
          if (!signOutIfForbidden(thrown)) setError(thrown)
        } finally {
          setBusy(false)
        }
      }}
    >
      <TextAreaField
        label="Answer of the shop"
        value={text}
        maxLength={ANSWER.maximum}
        error={wrong ?? null}
        hint="Visitors read it below the review"
        onChange={({ target }) => setText(target.value)}
      />
      {error !== null && wrong === undefined && <Notice tone="bad">{problemText(error)}</Notice>}
      <div className="flex gap-2">
        <Button type="submit" size="sm" busy={busy}>
          Save answer
        </Button>
        <Button size="sm" variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
