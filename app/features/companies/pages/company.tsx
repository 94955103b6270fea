import { useState } from 'react'
import { Link, type ShouldRevalidateFunctionArgs, useRevalidator } from 'react-router'
import { loadPrivately } from '#features/accounts/components.tsx'
import { ConfirmEmailLink } from '#features/accounts/unconfirmed-email.tsx'
import { OwnNumbers } from '#features/company-numbers/components.tsx'
import { CompanyOrders, OpenItems } from '#features/my-orders/components.tsx'
import { APPROVALS_PATH } from '#features/orders/paths.ts'
import { isNotFound } from '#kit/browser/client.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { FactList } from '#kit/ui/list/fact-list.tsx'
import { Notice } from '#kit/ui/mark/notice.tsx'
import { UndoToasts, useUndone } from '#kit/ui/overlay/undo-toast.tsx'
import { LoadFailure } from '#kit/ui/page/load-failure.tsx'
import { PageHeading } from '#kit/ui/page/page-heading.tsx'
import { Section } from '#kit/ui/page/page-layout.tsx'
import { privateMeta } from '#kit/ui/page/page-meta.ts'
import { changeCompany, createCompany, fetchCompany, fetchInvitations } from '../client.ts'
import { InvitationPanel } from '../invitations/invitation-panel.tsx'
import { MemberList } from '../members/member-list.tsx'
import { creditText } from '../members/terms-text.ts'
import { CompanyForm } from '../own/company-form.tsx'
import { renewMembership } from '../own/renew-membership.ts'
import type { Company as CompanyData, Invitation } from '../schema.ts'
import { daysText, roleTexts } from '../texts.ts'
import type { Route } from './+types/company.ts'

export const meta: Route.MetaFunction = () => privateMeta('Company')

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadPrivately(request, async () => {
    const company = await fetchCompany().catch((error: unknown) => {
      if (!isNotFound(error)) throw error
      return undefined
    })
    await renewMembership(company !== undefined)
    return { company, invitations: company?.role === 'manager' ? await fetchInvitations() : [] }
  })
}

/** Another filter of the orders changes nothing that the loader reads. */
export const shouldRevalidate = ({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) => currentUrl.search === nextUrl.search && defaultShouldRevalidate

export default function Company({ loaderData: { company, invitations } }: Route.ComponentProps) {
  return company ? <OwnCompany company={company} invitations={invitations} /> : <NewCompany />
}

function NewCompany() {
  const { revalidate } = useRevalidator()
  return (
    <>
      <PageHeading
        title="Company"
        lead="Order together with colleagues: set how much each member can order, and who approves larger orders. Whoever creates the company is its manager and invites the others. If your company is here already, ask its manager for an invitation."
      />
      <p>
        <ConfirmEmailLink>Your e-mail address has to be confirmed first. </ConfirmEmailLink>
      </p>
      <CompanyForm save={createCompany} onSaved={revalidate} />
    </>
  )
}

type OwnCompanyProps = { company: CompanyData; invitations: readonly Invitation[] }

function OwnCompany({ company, invitations }: OwnCompanyProps) {
  const { revalidate } = useRevalidator()
  useUndone(() => void revalidate())
  return (
    <>
      <UndoToasts />
      <PageHeading title={company.name} lead={roleTexts[company.role].may} />
      {company.blocked && (
        <Notice tone="bad">
          The shop does not accept orders from this company at the moment. Contact the shop for the reason.
        </Notice>
      )}
      <Facts company={company} onChanged={revalidate} />
      <Section title="Orders" action={company.role !== 'buyer' && <Link to={APPROVALS_PATH}>Approvals</Link>}>
        <CompanyOrders company={company} />
      </Section>
      {company.credit && (
        <Section title="Open invoices">
          <OpenItems />
        </Section>
      )}
      <Section title="Members">
        <MemberList company={company} onChanged={revalidate} />
      </Section>
      <OwnNumbers isManager={company.role === 'manager'} />
      {company.role === 'manager' && (
        <Section title="Invite somebody">
          <InvitationPanel invitations={invitations} onChanged={revalidate} />
        </Section>
      )}
    </>
  )
}

function Facts({ company, onChanged }: { company: CompanyData; onChanged: () => Promise<void> }) {
  const [isOpen, setIsOpen] = useState(false)
  const { revision, billToLines, vatId, discount, role, onAccount, terms, credit } = company
  if (isOpen)
    return (
      <CompanyForm
        company={company}
        save={(changed) => changeCompany({ ...changed, revision })}
        onSaved={onChanged}
        onClose={() => setIsOpen(false)}
      />
    )
  return (
    <div className="grid justify-items-start gap-4">
      <FactList
        facts={[
          { label: 'Billing address', value: billToLines.join('\n') },
          { label: 'VAT ID', value: vatId },
          { label: 'Discount', value: discount === undefined ? undefined : `${discount}% off the list` },
          {
            label: 'On account',
            value: terms && credit ? creditText(terms, credit) : onAccount && daysText(onAccount.days),
          },
        ]}
      />
      {role === 'manager' && (
        <Button variant="secondary" onClick={() => setIsOpen(true)}>
          Change company
        </Button>
      )}
    </div>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <LoadFailure heading="Company" title="The company could not be loaded" error={error} />
}
