import { PageHeading } from '#kit/ui/page/page-heading.tsx'
import { Section } from '#kit/ui/page/page-layout.tsx'
import { privateMeta } from '#kit/ui/page/page-meta.ts'
import { EventsTable } from '../events/events-table.tsx'
import type { Route } from './+types/user-events.ts'

export const meta: Route.MetaFunction = () => privateMeta('Security events')

/** What happened to the doors of the account of somebody else, to see whether it is still in the right hands. */
export default function UserEvents({ params: { email } }: Route.ComponentProps) {
  return (
    <>
      <PageHeading title="Security events" />
      <Section
        title={<span className="wrap-anywhere">{email}</span>}
        lead="Sign-ins and changes of the account, newest first, kept for 400 days."
      >
        <EventsTable key={email} of={email} />
      </Section>
    </>
  )
}
