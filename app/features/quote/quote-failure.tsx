import { ProblemError, problemText } from '#kit/browser/client.ts'
import { FailureState } from '#kit/ui/page/failure-state.tsx'
import type { Quoted } from './use-quote.ts'

const TOO_MANY_CALLS = 'There were too many changes within a minute. It is checked again in a moment.'

/** Says that the shop was not asked, and that nothing is lost. It is asked again by itself, or by the button. */
export function QuoteFailure({ quoted, what }: { quoted: Quoted; what: 'list' | 'cart' }) {
  const { error, isAsking, retry } = quoted
  const isLimit = error instanceof ProblemError && error.status === 429
  return (
    <FailureState
      title={`The ${what} could not be checked`}
      detail={`${isLimit ? TOO_MANY_CALLS : problemText(error)} Nothing is lost.`}
      busy={isAsking}
      onRetry={retry}
    />
  )
}
