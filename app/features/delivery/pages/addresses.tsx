import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { loadPrivately, signOutIfForbidden } from '#features/accounts/components.tsx'
import { problemText } from '#kit/browser/client.ts'
import { readDrafts } from '#kit/browser/drafts.ts'
import { EmptyDrawing } from '#kit/ui/art/empty-drawing.tsx'
import { Button } from '#kit/ui/form/button.tsx'
import { EmptyState } from '#kit/ui/list/empty-state.tsx'
import { Notice } from '#kit/ui/mark/notice.tsx'
import { rememberFocus } from '#kit/ui/overlay/return-focus.ts'
import { notify } from '#kit/ui/overlay/toaster.tsx'
import { notifyUndo, UndoToasts, useUndone } from '#kit/ui/overlay/undo-toast.tsx'
import { LoadFailure } from '#kit/ui/page/load-failure.tsx'
import { PageHeading } from '#kit/ui/page/page-heading.tsx'
import { privateMeta } from '#kit/ui/page/page-meta.ts'
import { AddressForm, isAddressBegun } from '../address-book/address-form.tsx'
import { SavedAddressCard } from '../address-book/saved-address.tsx'
import { deleteAddress, fetchAddresses, type SavedAddress, saveAddress } from '../client.ts'
import { MAXIMUM_ADDRESSES } from '../limits.ts'
import type { Route } from './+types/addresses.ts'

export const meta: Route.MetaFunction = () => privateMeta('Addresses')

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadPrivately(request, async ({ email }) => ({ email, addresses: await fetchAddresses() }))
}

/** Opens the form of a new address. */
const NEW = 'new'

export default function Addresses({ loaderData: { email, addresses } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const { opened, open, close } = useOpenedForm(email, addresses)
  const changes = useChanges(revalidate)
  useUndone(() => void revalidate())
  const isFull = addresses.length >= MAXIMUM_ADDRESSES
  const add = !isFull && opened !== NEW && (
    <Button id="add-address" onClick={() => open(NEW)}>
      Add an address
    </Button>
  )
  return (
    <>
      <UndoToasts />
      <PageHeading
        title="Addresses"
        lead="Where your orders and their invoices go. You choose among them at checkout."
        actions={addresses.length > 0 && add}
      />
      {isFull && (
        <Notice>{`You have ${MAXIMUM_ADDRESSES} addresses, the most there can be. To add one, delete one first.`}</Notice>
      )}
      {opened === NEW && (
        <AddressForm email={email} country={addresses[0]?.country} onSaved={revalidate} onClose={close} />
      )}
      {addresses.length === 0 && opened !== NEW && (
        <EmptyState title="No addresses yet" art={<EmptyDrawing />} action={add}>
          An address that you save here is one click at checkout.
        </EmptyState>
      )}
      {addresses.length > 0 && (
        <ul className="border-line border-t">
          {addresses.map((address) => (
            <li key={address._id} className="border-line border-b py-4">
              {opened === address._id ? (
                <AddressForm email={email} saved={address} onSaved={revalidate} onClose={close} />
              ) : (
                <SavedAddressCard
                  address={address}
                  busy={changes.busyId === address._id}
                  onEdit={() => open(address._id)}
                  onMakeDefault={() => void changes.makeDefault(address)}
                  onDelete={() => void changes.remove(address)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** The form that is open: at first the one that was begun before a reload. When it closes, the focus goes back. */
function useOpenedForm(email: string, addresses: readonly SavedAddress[]) {
  const [opened, setOpened] = useState(() => begunForm(email, addresses))
  const restoreFocus = useRef<() => void>(undefined)
  useEffect(() => {
    if (opened === undefined) restoreFocus.current?.()
  }, [opened])
  return {
    opened,
    open: (id: string) => {
      restoreFocus.current = rememberFocus()
      setOpened(id)
    },
    close: () => setOpened(undefined),
  }
}

function begunForm(email: string, addresses: readonly SavedAddress[]): string | undefined {
  const drafts = readDrafts(email)
  if (isAddressBegun(drafts)) return NEW
  return addresses.find(({ _id }) => isAddressBegun(drafts, _id))?._id
}

/** Makes an address the default, and deletes one. */
function useChanges(reload: () => Promise<void>) {
  const [busyId, setBusyId] = useState<string>()
  const run = async ({ _id }: SavedAddress, change: () => Promise<void>) => {
    setBusyId(_id)
    const restoreFocus = rememberFocus()
    try {
      await change()
      await reload()
      restoreFocus()
    } catch (error) {
      if (!signOutIfForbidden(error)) notify.error(problemText(error))
    } finally {
      setBusyId(undefined)
    }
  }
  return {
    busyId,
    makeDefault: (address: SavedAddress) =>
      run(address, async () => {
        await saveAddress({ ...savedFields(address), isDefault: true }, address._id)
      }),
    remove: (address: SavedAddress) =>
      run(address, async () => {
        await deleteAddress(address._id)
        const { label, addressLines, isDefault } = address
        notifyUndo({
          text: `Address ${label || `of ${addressLines[0]}`} deleted`,
          calls: [{ method: 'POST', path: '/api/address', body: { ...savedFields(address), isDefault } }],
        })
      }),
  }
}

/** What a request to save the address has. */
const savedFields = ({ _id, addressLines: _, isDefault: __, ...fields }: SavedAddress) => fields

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <LoadFailure heading="Addresses" title="The addresses could not be loaded" error={error} />
}
