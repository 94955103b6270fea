import { Link, useRevalidator } from 'react-router'
import { COMPANY_PATH } from '#features/companies/paths.ts'
import { OwnPicture } from '#features/images/components.tsx'
import { PaidNotice } from '#features/payments/components.tsx'
import { ProblemError, problemText, unwrap } from '#kit/browser/client.ts'
import { useTypedText } from '#kit/browser/use-typed-text.ts'
import type { PublicPageHandle } from '#kit/public-cache/public-addresses.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { Field } from '#kit/ui/form/field.tsx'
import { TextAreaField } from '#kit/ui/form/other-fields.tsx'
import { useCheckedForm } from '#kit/ui/form/use-checked-form.ts'
import { Notice } from '#kit/ui/mark/notice.tsx'
import { notify } from '#kit/ui/overlay/toaster.tsx'
import { PageHeading } from '#kit/ui/page/page-heading.tsx'
import { Section } from '#kit/ui/page/page-layout.tsx'
import { privateMeta } from '#kit/ui/page/page-meta.ts'
import { currentSession, fetchAccount, signOut, storeToken } from '../browser-session.ts'
import { accountsClient } from '../client.ts'
import { loadPrivately } from '../components.tsx'
import type { Profile as ProfileData } from '../schema.ts'
import { keepSessionEnd } from '../sessions/session-end.ts'
import { accountTexts } from '../texts.ts'
import type { Route } from './+types/profile.ts'

export const handle = { publicCache: { parameters: [] } } satisfies PublicPageHandle

export const meta: Route.MetaFunction = () => privateMeta('My Profile')

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadPrivately(request, async ({ email }) => {
    const param = { email: encodeURIComponent(email) }
    const [profile, account] = await Promise.all([
      unwrap(accountsClient.user[':email'].$get({ param })),
      fetchAccount(),
    ])
    return { profile, ...account }
  })
}

export default function Profile({ loaderData: { profile, isUnconfirmed, image } }: Route.ComponentProps) {
  return (
    <>
      <PageHeading title="My Profile" />
      <PaidNotice />
      {isUnconfirmed && (
        <Notice tone="waiting" action={<Link to="/verify-email">Send the confirmation mail again</Link>}>
          Your e-mail address is not confirmed yet. The link in the mail that you got confirms it.
        </Notice>
      )}
      <ProfileCard profile={profile} image={image} />
      <Section title="Update Information">
        <ProfileForm profile={profile} />
      </Section>
      <p className="text-muted text-sm">
        Do you order for a company? <Link to={COMPANY_PATH}>Company</Link>
      </p>
    </>
  )
}

/** What is typed is kept as a draft of the account until it is saved. */
function ProfileForm({ profile }: { profile: ProfileData }) {
  const { revalidate } = useRevalidator()
  const { typed, change, discard } = useTypedText(profile.email, DRAFTS)
  const { phone = '', designation = '', address = '' } = { ...profile, ...typed }
  const { busy, errors, form } = useCheckedForm(async (field) => {
    try {
      await saveProfile(profile.name, {
        phone: field('phone'),
        designation: field('designation'),
        address: field('address'),
      })
    } catch (thrown) {
      reportRefusal(thrown)
      throw thrown
    }
    notify.success(accountTexts.profile.saved)
    await revalidate()
    discard()
  })
  return (
    <form {...form} className="grid max-w-md gap-2">
      <Field
        label="Phone"
        name="phone"
        type="tel"
        autoComplete="tel"
        value={phone}
        onChange={({ target }) => change({ phone: target.value })}
        required
        error={errors.phone}
      />
      <Field
        label="Designation"
        name="designation"
        autoComplete="organization-title"
        value={designation}
        onChange={({ target }) => change({ designation: target.value })}
        required
        hint="What you do, for example “Buyer”."
        error={errors.designation}
      />
      <TextAreaField
        label="Address"
        name="address"
        autoComplete="street-address"
        value={address}
        onChange={({ target }) => change({ address: target.value })}
        rows={3}
        required
        error={errors.address}
      />
      <Button type="submit" busy={busy} className="justify-self-start">
        Save
      </Button>
    </form>
  )
}

const DRAFTS = {
  phone: 'phone of the profile',
  designation: 'designation',
  address: 'address of the profile',
} as const

type Change = { phone: string; designation: string; address: string }

/** Saves the profile. The call uses the session cookie, not the token, and returns a new token, which is stored. */
async function saveProfile(name: string, change: Change): Promise<void> {
  const session = currentSession()
  if (!session) throw new ProblemError(401, 'not_signed_in', accountTexts.profile.notSignedIn)
  const { token } = await unwrap(
    accountsClient.user[':email'].$put({
      param: { email: encodeURIComponent(session.email) },
      json: { name, ...change },
    }),
  )
  storeToken(token)
}

function reportRefusal(error: unknown): void {
  if (!(error instanceof ProblemError) || error.status !== 401) return void notify.error(problemText(error))
  notify.error(accountTexts.profile.notSignedIn)
  keepSessionEnd('by shop')
  void signOut()
}

/** The picture, the name and the contact data of the account. */
function ProfileCard({ profile, image }: { profile: ProfileData; image: string | undefined }) {
  const fields = [
    { label: 'Full name', value: profile.name },
    { label: 'Email', value: profile.email },
    { label: 'Phone', value: profile.phone },
    { label: 'Address', value: profile.address },
  ]
  return (
    <div className="rounded border border-line">
      <div className="flex flex-wrap items-center gap-x-8 gap-y-4 border-line border-b p-4 md:p-6">
        <OwnPicture name={profile.name} image={image} />
        <div className="min-w-0">
          <h2>{profile.name}</h2>
          <p className="text-muted">{profile.designation ?? 'No designation yet'}</p>
        </div>
      </div>
      <dl className="grid gap-x-8 gap-y-4 p-4 md:p-6 lg:grid-cols-2">
        {fields.map(({ label, value }) => (
          <div key={label} className="min-w-0">
            <dt className="text-muted text-sm">{label}</dt>
            <dd className="whitespace-pre-line">
              {value ?? <span className="text-muted">Not given yet</span>}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
