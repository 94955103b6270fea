import { useId, useState } from 'react'
import { Button } from '#kit/ui/form/button.tsx'
import { DateTime } from '#kit/ui/mark/date-time.tsx'
import { Skeleton } from '#kit/ui/mark/skeleton.tsx'
import { Stars } from '#kit/ui/mark/stars.tsx'
import { StatusBadge } from '#kit/ui/mark/status-badge.tsx'
import type { Review } from '../schema.ts'
import { ShopAnswer } from '../testimonials/shop-answer.tsx'
import { VerifiedBuyer } from '../testimonials/verified-buyer.tsx'
import { AnswerForm } from './answer-form.tsx'

const ROW =
  'grid grid-cols-1 gap-x-6 gap-y-3 border-line border-b py-4 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-start'

type ManagedReviewProps = {
  review: Review
  busy: boolean
  onMove: () => void
  onRead: () => void
  onChanged: (review: Review) => void
}

/** A review in the list for admins, with its answer, and the buttons that answer, hide or show it, or mark it as read. */
export function ManagedReview({ review, busy, onMove, onRead, onChanged }: ManagedReviewProps) {
  const id = useId()
  const [isAnswering, setIsAnswering] = useState(false)
  const { name, rating, comment, verified, createdAt, email, hidden, unread, answer } = review
  return (
    <li className={ROW}>
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h3 id={id} className="min-w-0 break-words">
            {name}
          </h3>
          <Stars value={rating} />
          {verified && <VerifiedBuyer />}
          {unread && <StatusBadge tone="waiting">New</StatusBadge>}
        </div>
        <p className="flex flex-wrap gap-x-4 text-muted text-sm">
          {createdAt !== undefined && <DateTime iso={createdAt} />}
          <span className="min-w-0 break-all">{email ?? 'A sample of the shop'}</span>
        </p>
        <p className="mt-2 max-w-prose whitespace-pre-line break-words">{comment}</p>
        {isAnswering ? (
          <AnswerForm review={review} onChanged={onChanged} onClose={() => setIsAnswering(false)} />
        ) : (
          answer !== undefined && <ShopAnswer text={answer} />
        )}
      </div>
      <div className="flex flex-wrap gap-2 justify-self-start">
        {unread && (
          <Button variant="secondary" size="sm" busy={busy} aria-describedby={id} onClick={onRead}>
            Mark as read
          </Button>
        )}
        {!isAnswering && (
          <Button variant="secondary" size="sm" aria-describedby={id} onClick={() => setIsAnswering(true)}>
            {answer === undefined ? 'Answer' : 'Change answer'}
          </Button>
        )}
        <Button variant="secondary" size="sm" busy={busy} aria-describedby={id} onClick={onMove}>
          {hidden ? 'Show' : 'Hide'}
        </Button>
      </div>
    </li>
  )
}

export function LoadingReviews() {
  return (
    <ul aria-hidden="true" className="border-line border-t">
      {[1, 2, 3, 4, 5].map((row) => (
        <li key={row} className={ROW}>
          <div className="grid gap-2">
            <Skeleton className="h-5 w-48 max-w-full" />
            <Skeleton className="h-4 w-64 max-w-full" />
            <Skeleton className="h-12 w-full max-w-prose" />
          </div>
          <Skeleton className="h-8 w-16 pointer-coarse:h-11" />
        </li>
      ))}
    </ul>
  )
}
