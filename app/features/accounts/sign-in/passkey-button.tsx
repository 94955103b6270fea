import { useState } from 'react'
import { Button } from '#kit/ui/form/button.tsx'
import { useSession } from '../browser-session.ts'
import { SignInError } from './sign-in-form.tsx'

/** Signs in with a passkey. What asks the browser for it is loaded on the click. */
export function PasskeyButton() {
  const isHydrated = useSession() !== undefined
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const ask = async () => {
    setBusy(true)
    setError(null)
    await import('../passkeys/ask-browser.ts')
      .then(({ signInWithPasskey }) => signInWithPasskey())
      .catch(setError)
    setBusy(false)
  }
  return (
    <div className="mt-4 grid gap-4">
      <Button variant="secondary" busy={busy} disabled={!isHydrated} onClick={ask}>
        Sign in with a passkey
      </Button>
      <SignInError error={error} />
    </div>
  )
}
