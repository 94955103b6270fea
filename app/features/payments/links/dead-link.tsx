import type { ReactNode } from 'react'
import { isRouteErrorResponse, useRevalidator } from 'react-router'
import { EmptyDrawing } from '#kit/ui/art/empty-drawing.tsx'
import { EmptyState } from '#kit/ui/list/empty-state.tsx'
import { FailureState } from '#kit/ui/page/failure-state.tsx'
import { PageHeading } from '#kit/ui/page/page-heading.tsx'

const PAYMENT_LINK_ENDED =
  'It may have been replaced or ended, the order may be cancelled or paid for some time, or its time to be paid is over. Ask whoever sent you the link for a new one.'

/** The same for every reason, so that a made-up token tells nothing. */
export function DeadLink({
  title = 'Payment link',
  children = PAYMENT_LINK_ENDED,
}: {
  title?: string
  children?: ReactNode
}) {
  return (
    <>
      <PageHeading title={title} />
      <EmptyState title="This link cannot be used" art={<EmptyDrawing />}>
        {children}
      </EmptyState>
    </>
  )
}

export const isTooManyTries = (error: unknown): boolean => isRouteErrorResponse(error) && error.status === 429

/** Too many wrong links were opened from the reader's network address. */
export function TooManyTries({ title = 'Payment link' }: { title?: string }) {
  const { revalidate, state } = useRevalidator()
  return (
    <>
      <PageHeading title={title} />
      <FailureState
        title="Too many wrong links were opened from your network"
        detail="Wait a minute, then try again. The link itself may be right."
        busy={state === 'loading'}
        onRetry={revalidate}
      />
    </>
  )
}
