import { useEffect, useRef, useState } from 'react'
import { getJson } from '#kit/browser/client.ts'
import { Stars } from '#kit/ui/mark/stars.tsx'
import { Section } from '#kit/ui/page/page-layout.tsx'
import type { Review } from './schema.ts'
import avatar from './testimonials/avatar.svg'
import { Carousel } from './testimonials/carousel.tsx'
import { ShopAnswer } from './testimonials/shop-answer.tsx'
import { VerifiedBuyer } from './testimonials/verified-buyer.tsx'

/** Reviews, newest first. The page contains `reviews`; the current ones are fetched when the section is visible. */
export function Testimonials({ reviews: initial, title }: { reviews: readonly Review[]; title: string }) {
  const heading = { id: 'testimonials', title }
  const { reviews, section } = useFreshReviews(initial)
  return (
    <div ref={section} className="min-w-0">
      {reviews.length === 0 ? (
        <Section {...heading}>
          <p className="rounded border border-line px-4 py-12 text-center text-muted">
            Nobody has written a review yet. Customers do so in their dashboard.
          </p>
        </Section>
      ) : (
        <Carousel
          {...heading}
          slides={reviews.map((review) => ({ key: review._id, content: <Testimonial review={review} /> }))}
        />
      )}
    </div>
  )
}

/** When the fetch fails, the initial reviews stay. */
function useFreshReviews(initial: readonly Review[]) {
  const [fresh, setFresh] = useState<readonly Review[]>()
  const section = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!section.current) return
    const abort = new AbortController()
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return
      observer.disconnect()
      // Without the typed client, which nothing else on the home page needs.
      getJson('/api/rating', abort.signal).then(
        (answer) => setFresh(answer as Review[]),
        () => {},
      )
    })
    observer.observe(section.current)
    return () => {
      observer.disconnect()
      abort.abort()
    }
  }, [])
  return { reviews: fresh ?? initial, section }
}

function Testimonial({ review }: { review: Review }) {
  // With its heading, and the space above it.
  const answer = review.answer === undefined ? '' : `\n\n\n${review.answer}`
  return (
    <figure className="flex h-68 flex-col rounded border border-line p-4 pb-0 md:p-6 md:pb-0">
      <figcaption className="mb-4 flex items-center gap-3">
        <img src={avatar} alt="Avatar" width={48} height={48} loading="lazy" className="size-12 shrink-0" />
        <div className="min-w-0">
          <p className="truncate font-medium">{review.name}</p>
          <div className="flex flex-wrap items-center gap-x-3">
            <Stars value={review.rating} />
            {review.verified && <VerifiedBuyer />}
          </div>
        </div>
      </figcaption>
      <blockquote tabIndex={mayOverflow(`${review.comment}${answer}`) ? 0 : undefined} className="comment">
        {review.comment}
        {review.answer && <ShopAnswer text={review.answer} />}
      </blockquote>
    </figure>
  )
}

const VISIBLE_LINES = 6
const CHARACTERS_PER_LINE = 32

/** A comment that may need scrolling has to be focusable. The estimate is rather too high than too low. */
function mayOverflow(comment: string): boolean {
  const lines = comment.split('\n').map((line) => Math.max(1, Math.ceil(line.length / CHARACTERS_PER_LINE)))
  return lines.reduce((sum, count) => sum + count, 0) > VISIBLE_LINES
}
