import { signOutIfUnauthorized } from '#features/accounts/components.tsx'
import { CodeField, type NewFactor, proveFactor } from '#features/accounts/own-security.ts'
import { problemText } from '#kit/browser/client.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { useCheckedForm } from '#kit/ui/form/use-checked-form.ts'
import { Notice } from '#kit/ui/mark/notice.tsx'
import { CopyButton } from './copy-button.tsx'
import { QrCode } from './qr-code.tsx'

/** The QR code for the app, and the field for the first code that it shows. */
export function ProveForm({
  factor: { totpURI },
  onBack,
  onProved,
}: {
  factor: NewFactor
  onBack: () => void
  onProved: () => Promise<void>
}) {
  const { busy, error, errors, form } = useCheckedForm(async (field) => {
    try {
      await proveFactor(field('code'))
    } catch (thrown) {
      if (signOutIfUnauthorized(thrown)) return
      throw thrown
    }
    await onProved()
  })
  const secret = new URL(totpURI).searchParams.get('secret') ?? ''
  return (
    <form {...form} className="grid max-w-md grid-cols-1 gap-4">
      <p>
        Scan this with an app that makes codes, such as the password manager of your phone, and type the code
        that it shows.
      </p>
      <QrCode text={totpURI} label="QR code for your app" />
      <div className="grid justify-items-start gap-2">
        <p className="text-muted text-sm">Or type this key into the app:</p>
        <code className="font-mono text-sm">{secret.match(/.{1,4}/g)?.join(' ')}</code>
        <CopyButton text={secret} what="Key">
          Copy key
        </CopyButton>
      </div>
      <CodeField kind="app" hint="Six digits, new every 30 seconds." error={errors.code} />
      {error !== null && <Notice tone="bad">{problemText(error)}</Notice>}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={busy}>
          Turn on
        </Button>
        <Button variant="secondary" onClick={onBack}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
