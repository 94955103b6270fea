import { useRevalidator } from 'react-router'
import { isForbidden, problemText } from '#kit/browser/client.ts'
import { FailureState } from './failure-state.tsx'
import { PageHeading } from './page-heading.tsx'

type LoadFailureProps = { heading: string; title: string; error: unknown }

/** A page whose data could not be loaded, with a button to try again unless the reader may not see it. */
export function LoadFailure({ heading, title, error }: LoadFailureProps) {
  const { revalidate, state } = useRevalidator()
  return (
    <>
      <PageHeading title={heading} />
      <FailureState
        title={title}
        detail={problemText(error)}
        busy={state === 'loading'}
        {...(!isForbidden(error) && { onRetry: revalidate })}
      />
    </>
  )
}
