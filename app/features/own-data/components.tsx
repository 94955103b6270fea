import { useState } from 'react'
import { Link } from 'react-router'
import { signOutByUser, useSession } from '#features/accounts/browser-session.ts'
import { signOutIfUnauthorized } from '#features/accounts/components.tsx'
import { whenFresh } from '#features/accounts/own-security.ts'
import { SaveFile } from '#features/documents/save-file.tsx'
import { orderPagePath } from '#features/orders/paths.ts'
import { ProblemError, problemText } from '#kit/browser/client.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { ConfirmDialog } from '#kit/ui/overlay/confirm-dialog.tsx'
import { notify } from '#kit/ui/overlay/toaster.tsx'
import { Section } from '#kit/ui/page/page-layout.tsx'
import { deleteOwnAccount, exportPath } from './client.ts'
import type { OpenOrders } from './schema.ts'

/** The part of the page of security about all that the shop keeps of the account. */
export function YourData() {
  const email = useSession()?.email
  if (email === undefined) return null
  return (
    <Section
      title="Your data"
      lead="All that we keep of your account, as files you can open. Or delete the account for good."
    >
      <div className="flex flex-wrap gap-3">
        <SaveFile path={exportPath(email)}>Download my data</SaveFile>
        <DeleteAccount email={email} />
      </div>
    </Section>
  )
}

function DeleteAccount({ email }: { email: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const openOrders = openOrdersOf(error)
  const remove = async () => {
    setBusy(true)
    setError(null)
    try {
      await whenFresh(() => deleteOwnAccount(email))
      notify.success('Your account is deleted')
      await signOutByUser()
    } catch (thrown) {
      if (signOutIfUnauthorized(thrown)) return
      setError(thrown)
      setBusy(false)
    }
  }
  return (
    <>
      <Button
        variant="danger"
        onClick={() => {
          setError(null)
          setIsOpen(true)
        }}
      >
        Delete my account
      </Button>
      <ConfirmDialog
        open={isOpen}
        title="Delete your account?"
        body={openOrders.length > 0 ? <OpenOrderLinks orders={openOrders} /> : <WhatGoes />}
        yes="Delete account"
        no="Keep account"
        busy={busy}
        error={error === null ? null : problemText(error)}
        onConfirm={() => void remove()}
        onClose={() => !busy && setIsOpen(false)}
      />
    </>
  )
}

/** The orders that a refusal names. */
const openOrdersOf = (error: unknown): OpenOrders =>
  error instanceof ProblemError && error.code === 'open_orders' ? (error.extras.orders as OpenOrders) : []

function WhatGoes() {
  return (
    <div className="grid gap-3">
      <p>
        Deleted at once: your profile, addresses, saved lists, cart and sessions, and your name at your
        reviews. Your e-mail address is free for a new account, which sees nothing of this one.
      </p>
      <p>
        Kept, as the law wants: your orders with what was written about them, and their invoices. Download
        your data first if you need them. This cannot be undone.
      </p>
    </div>
  )
}

function OpenOrderLinks({ orders }: { orders: OpenOrders }) {
  return (
    <div className="grid gap-2">
      <p>These orders are still open:</p>
      <ul className="flex max-h-48 flex-wrap gap-x-4 gap-y-1 overflow-y-auto">
        {orders.map(({ _id, number }) => (
          <li key={_id}>
            <Link to={orderPagePath(_id)}>{number}</Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
