import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { loadPrivately, signOutIfUnauthorized } from '#features/accounts/components.tsx'
import {
  changePassword,
  endOtherSessions,
  endSession,
  fetchFactor,
  fetchPasskeys,
  fetchSessions,
  type OwnSession,
  whenFresh,
} from '#features/accounts/own-security.ts'
import { accountTexts } from '#features/accounts/texts.ts'
import { YourData } from '#features/own-data/components.tsx'
import { NewPasswordField } from '#features/passwords/components.tsx'
import { problemText } from '#kit/browser/client.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { Field } from '#kit/ui/form/field.tsx'
import { useCheckedForm } from '#kit/ui/form/use-checked-form.ts'
import { type Column, DataTable } from '#kit/ui/list/data-table.tsx'
import { DateTime } from '#kit/ui/mark/date-time.tsx'
import { Notice } from '#kit/ui/mark/notice.tsx'
import { notify } from '#kit/ui/overlay/toaster.tsx'
import { LoadFailure } from '#kit/ui/page/load-failure.tsx'
import { PageHeading } from '#kit/ui/page/page-heading.tsx'
import { Section } from '#kit/ui/page/page-layout.tsx'
import { privateMeta } from '#kit/ui/page/page-meta.ts'
import { EventsTable } from '../events/events-table.tsx'
import { SecondFactor } from '../factor/second-factor-section.tsx'
import { NewEmailForm } from '../new-email/new-email-form.tsx'
import { Passkeys } from '../passkeys/passkeys-section.tsx'
import type { Route } from './+types/security.ts'

export const meta: Route.MetaFunction = () => privateMeta('Security')

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadPrivately(request, async () => {
    const [sessions, own, passkeys] = await Promise.all([
      fetchSessions(request.signal),
      fetchFactor(request.signal),
      fetchPasskeys(request.signal),
    ])
    return { sessions, own, passkeys }
  })
}

export default function Security({ loaderData: { sessions, own, passkeys } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  return (
    <>
      <PageHeading title="Security" />
      <Section title="Password" lead="A new password signs out every other device.">
        <PasswordForm />
      </Section>
      <SecondFactor own={own} onChanged={revalidate} />
      <Section title="E-mail" lead="You sign in with it, and new orders have it.">
        <NewEmailForm />
      </Section>
      <Passkeys passkeys={passkeys} />
      <Sessions sessions={sessions} />
      <Events />
      <YourData />
    </>
  )
}

function PasswordForm() {
  const { revalidate } = useRevalidator()
  const [changes, setChanges] = useState(0)
  const { busy, error, errors, form } = useCheckedForm(async (field) => {
    await whenFresh(() => changePassword(field('currentPassword'), field('newPassword')))
    notify.success(accountTexts.password.changed)
    form.ref.current?.reset()
    setChanges((count) => count + 1)
    await revalidate()
  })
  return (
    <form {...form} className="grid max-w-md gap-2">
      <Field
        label="Current password"
        name="currentPassword"
        type="password"
        autoComplete="current-password"
        required
        error={errors.currentPassword}
      />
      <NewPasswordField key={changes} label="New password" name="newPassword" error={errors.newPassword} />
      {error !== null && <Notice tone="bad">{problemText(error)}</Notice>}
      <Button type="submit" busy={busy} className="justify-self-start">
        Change password
      </Button>
    </form>
  )
}

function Sessions({ sessions }: { sessions: readonly OwnSession[] }) {
  const { revalidate } = useRevalidator()
  const [busyId, setBusyId] = useState<string>()
  const end = async (id: string, call: () => Promise<unknown>, said: string) => {
    setBusyId(id)
    try {
      await call()
      notify.success(said)
      await revalidate()
    } catch (error) {
      if (!signOutIfUnauthorized(error)) notify.error(problemText(error))
    }
    setBusyId(undefined)
  }
  const columns: Column<OwnSession>[] = [
    { key: 'browser', header: 'Browser', cell: ({ browser }) => browser },
    { key: 'address', header: 'Address', cell: ({ address }) => address ?? 'Not known' },
    { key: 'seen', header: 'Last used', cell: ({ lastSeenAt }) => <DateTime iso={lastSeenAt} /> },
    { key: 'created', header: 'Signed in', cell: ({ createdAt }) => <DateTime iso={createdAt} /> },
    {
      key: 'end',
      header: 'Sign out',
      align: 'end',
      cell: ({ _id, current, browser }) =>
        current ? (
          <span className="text-muted">This device</span>
        ) : (
          <Button
            variant="secondary"
            size="sm"
            busy={busyId === _id}
            aria-label={`Sign out ${browser}`}
            onClick={() => void end(_id, () => endSession(_id), 'The session has ended')}
          >
            Sign out
          </Button>
        ),
    },
  ]
  return (
    <Section
      title="Where you are signed in"
      action={
        sessions.length > 1 && (
          <Button
            variant="secondary"
            size="sm"
            busy={busyId === ALL}
            onClick={() => void end(ALL, endOtherSessions, 'All other sessions have ended')}
          >
            Sign out everywhere else
          </Button>
        )
      }
    >
      <DataTable caption="Sessions" columns={columns} rows={[...sessions]} rowKey={({ _id }) => _id} />
    </Section>
  )
}

const ALL = 'all'

function Events() {
  return (
    <Section
      title="What happened"
      lead="Newest first, kept for 400 days. Change your password if something was not you."
    >
      <EventsTable />
    </Section>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <LoadFailure heading="Security" title="Your sessions could not be loaded" error={error} />
}
