import { useEffect, useRef, useState } from 'react'
import type { Review } from '#features/reviews/reviews.ts'
import { getJson } from '#kit/browser/client.ts'
import { Section } from '#kit/ui/page-layout.tsx'
import { Stars } from '#kit/ui/stars.tsx'
import avatar from './avatar.svg'
import { Carousel } from './carousel.tsx'

/** What customers say, newest first. `reviews` come with the page; once it is in sight the shop is asked anew. */
export function Testimonials({ reviews: first }: { reviews: readonly Review[] }) {
  const { reviews, place } = useFreshReviews(first)
  return (
    <div ref={place} className="min-w-0">
      {reviews.length === 0 ? (
        <Section {...HEADING}>
          <p className="rounded border border-line px-4 py-12 text-center text-muted">
            Nobody has written a review yet. Customers do so in their dashboard.
          </p>
        </Section>
      ) : (
        <Carousel
          {...HEADING}
          slides={reviews.map((review) => ({ key: review._id, content: <Testimonial review={review} /> }))}
        />
      )}
    </div>
  )
}

const HEADING = { id: 'testimonials', title: 'TESTIMONIAL' }

/** When the question fails, what came with the page is still there, and good enough. */
function useFreshReviews(first: readonly Review[]) {
  const [fresh, setFresh] = useState<readonly Review[]>()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!place.current) return
    const gone = new AbortController()
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return
      observer.disconnect()
      // Not by the typed client, which nothing else on the home page needs.
      getJson('/api/rating', gone.signal).then(
        (answer) => setFresh(answer as Review[]),
        () => {},
      )
    })
    observer.observe(place.current)
    return () => {
      observer.disconnect()
      gone.abort()
    }
  }, [])
  return { reviews: fresh ?? first, place }
}

function Testimonial({ review }: { review: Review }) {
  return (
    <figure className="flex h-68 flex-col rounded border border-line p-4 pb-0 md:p-6 md:pb-0">
      <figcaption className="mb-4 flex items-center gap-3">
        <img src={avatar} alt="Avatar" width={48} height={48} loading="lazy" className="size-12 shrink-0" />
        <div className="min-w-0">
          <p className="truncate font-medium">{review.name}</p>
          <Stars value={review.rating} />
        </div>
      </figcaption>
      <blockquote tabIndex={mayOverflow(review.comment) ? 0 : undefined} className="comment">
        {review.comment}
      </blockquote>
    </figure>
  )
}

const LINES_IN_SIGHT = 6
const CHARACTERS_A_LINE = 32

/** A comment that may need scrolling has to be reached by the keyboard; too many are better than one too few. */
function mayOverflow(comment: string): boolean {
  const lines = comment.split('\n').map((line) => Math.max(1, Math.ceil(line.length / CHARACTERS_A_LINE)))
  return lines.reduce((sum, count) => sum + count, 0) > LINES_IN_SIGHT
}
