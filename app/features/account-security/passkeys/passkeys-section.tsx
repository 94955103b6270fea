import { useId, useState } from 'react'
import { useRevalidator } from 'react-router'
import { signOutIfUnauthorized } from '#features/accounts/components.tsx'
import {
  addPasskey,
  PASSKEY_NAME,
  type Passkey,
  removePasskey,
  renamePasskey,
  whenFresh,
} from '#features/accounts/own-security.ts'
import { problemText } from '#kit/browser/client.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { Field } from '#kit/ui/form/field.tsx'
import { useCheckedForm } from '#kit/ui/form/use-checked-form.ts'
import { type Column, DataTable } from '#kit/ui/list/data-table.tsx'
import { DateTime } from '#kit/ui/mark/date-time.tsx'
import { Notice } from '#kit/ui/mark/notice.tsx'
import { ConfirmDialog } from '#kit/ui/overlay/confirm-dialog.tsx'
import { Modal } from '#kit/ui/overlay/modal.tsx'
import { notify } from '#kit/ui/overlay/toaster.tsx'
import { Section } from '#kit/ui/page/page-layout.tsx'

/** The part of the page of security about passkeys. */
export function Passkeys({ passkeys }: { passkeys: readonly Passkey[] }) {
  const [renamed, setRenamed] = useState<Passkey>()
  const [removed, setRemoved] = useState<Passkey>()
  const columns: Column<Passkey>[] = [
    {
      key: 'name',
      header: 'Name',
      cell: ({ name }) => <span className="min-w-0 wrap-anywhere">{name}</span>,
    },
    { key: 'created', header: 'Added', cell: ({ createdAt }) => <DateTime iso={createdAt} /> },
    {
      key: 'used',
      header: 'Last used',
      cell: ({ lastUsedAt }) => (lastUsedAt === undefined ? 'Never' : <DateTime iso={lastUsedAt} />),
    },
    {
      key: 'change',
      header: 'Change',
      align: 'end',
      cell: (passkey) => (
        <span className="flex flex-wrap justify-end gap-2">
          <Button
            variant="secondary"
            size="sm"
            aria-label={`Rename ${passkey.name}`}
            onClick={() => setRenamed(passkey)}
          >
            Rename
          </Button>
          <Button
            variant="danger"
            size="sm"
            aria-label={`Remove ${passkey.name}`}
            onClick={() => setRemoved(passkey)}
          >
            Remove
          </Button>
        </span>
      ),
    },
  ]
  return (
    <Section
      title="Passkeys"
      lead="Sign in with your finger, your face or the PIN of your device, without a password: nobody can guess it, and it works at this shop alone."
    >
      <div className="grid grid-cols-1 gap-6">
        {passkeys.length > 0 && (
          <DataTable caption="Passkeys" columns={columns} rows={[...passkeys]} rowKey={({ id }) => id} />
        )}
        <AddPasskey />
      </div>
      {renamed && <RenameDialog passkey={renamed} onClose={() => setRenamed(undefined)} />}
      {removed && <RemoveDialog passkey={removed} onClose={() => setRemoved(undefined)} />}
    </Section>
  )
}

function AddPasskey() {
  const { revalidate } = useRevalidator()
  const { busy, error, errors, form } = useCheckedForm(async (field) => {
    await whenFresh(() => addPasskey(field('passkeyName')))
    notify.success('Passkey added')
    form.ref.current?.reset()
    await revalidate()
  })
  return (
    <form {...form} className="grid max-w-md grid-cols-1 gap-2">
      <Field
        label="Name of the passkey"
        name="passkeyName"
        maxLength={PASSKEY_NAME.maximum}
        autoComplete="off"
        required
        hint="So that you know it again, such as “Work laptop”."
        error={errors.passkeyName ?? errors.name}
      />
      {error !== null && <Notice tone="bad">{problemText(error)}</Notice>}
      <Button type="submit" busy={busy} className="justify-self-start">
        Add a passkey
      </Button>
    </form>
  )
}

type DialogProps = { passkey: Passkey; onClose: () => void }

function RenameDialog({ passkey: { id, name }, onClose }: DialogProps) {
  const titleId = useId()
  const { revalidate } = useRevalidator()
  const { busy, error, errors, form } = useCheckedForm(async (field) => {
    await renamePasskey(id, field('name'))
    await revalidate()
    onClose()
  })
  return (
    <Modal open labelledBy={titleId} onClose={() => !busy && onClose()}>
      <form {...form} className="grid gap-4 p-6">
        <h2 id={titleId} className="text-lg">
          Rename passkey
        </h2>
        <Field
          label="Name"
          name="name"
          defaultValue={name}
          maxLength={PASSKEY_NAME.maximum}
          autoComplete="off"
          required
          error={errors.name}
        />
        {error !== null && <Notice tone="bad">{problemText(error)}</Notice>}
        <div className="flex justify-end gap-2">
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={busy}>
            Save name
          </Button>
        </div>
      </form>
    </Modal>
  )
}

function RemoveDialog({ passkey: { id, name }, onClose }: DialogProps) {
  const { revalidate } = useRevalidator()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const remove = async () => {
    setBusy(true)
    setError(null)
    try {
      await whenFresh(() => removePasskey(id))
      notify.success('Passkey removed')
      onClose()
      await revalidate()
    } catch (thrown) {
      if (signOutIfUnauthorized(thrown)) return
      setError(thrown)
      setBusy(false)
    }
  }
  return (
    <ConfirmDialog
      open
      title={`Remove the passkey “${name}”?`}
      body="It does not sign in any more. Delete it on your device too, so that it is not offered there."
      yes="Remove passkey"
      no="Keep passkey"
      busy={busy}
      error={error === null ? null : problemText(error)}
      onConfirm={() => void remove()}
      onClose={() => !busy && onClose()}
    />
  )
}
