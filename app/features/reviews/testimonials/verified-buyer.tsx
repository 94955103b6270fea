import { CheckIcon } from '#kit/ui/mark/icons.tsx'
import { reviewTexts } from '../texts.ts'

/** Says that the writer of a review has paid an order. */
export function VerifiedBuyer() {
  return (
    <span className="inline-flex items-center gap-1 whitespace-nowrap text-good text-xs">
      <CheckIcon />
      {reviewTexts.verified}
    </span>
  )
}
