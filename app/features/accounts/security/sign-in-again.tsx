import { useEffect, useId, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { problemText } from '#kit/browser/client.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { Field } from '#kit/ui/form/field.tsx'
import { useCheckedForm } from '#kit/ui/form/use-checked-form.ts'
import { Notice } from '#kit/ui/mark/notice.tsx'
import { Modal } from '#kit/ui/overlay/modal.tsx'
import { useSession } from '../browser-session.ts'
import { CodeField } from '../codes/code-field.tsx'
import { signOutIfUnauthorized } from '../components.tsx'
import type { WayToProve } from '../passkeys/schema.ts'
import { fetchWaysToProve, signInAgain } from './client.ts'
import { askBy } from './when-fresh.ts'

/** The dialog in which the user signs in again, for calls by `whenFresh`. Mount it once. */
export function SignInAgain() {
  const [ways, setWays] = useState<readonly WayToProve[]>()
  const answer = useRef<(isGiven: boolean) => void>(undefined)
  useEffect(() => {
    askBy(async () => {
      setWays(await fetchWaysToProve().catch((): WayToProve[] => ['password']))
      return new Promise((resolve) => {
        answer.current = resolve
      })
    })
    return () => {
      askBy(undefined)
      answer.current?.(false)
    }
  }, [])
  const close = (isGiven: boolean) => {
    setWays(undefined)
    answer.current?.(isGiven)
  }
  return ways && <AgainDialog ways={ways} onClose={close} />
}

type Props = { ways: readonly WayToProve[]; onClose: (isGiven: boolean) => void }

/** Asks for a code where the account has a second factor, else for the password where it has one. */
function AgainDialog({ ways, onClose }: Props) {
  const id = useId()
  const [isByPassword, setIsByPassword] = useState(!ways.includes('code'))
  const hasPassword = ways.includes('password')
  const isTyped = hasPassword || !isByPassword
  const prove = async (work: () => Promise<unknown>) => {
    try {
      await work()
      onClose(true)
    } catch (thrown) {
      // The session has ended meanwhile, in another tab or by its time: the sign-in page leads back here.
      if (!signOutIfUnauthorized(thrown)) throw thrown
      onClose(false)
    }
  }
  const { busy, error, errors, form } = useCheckedForm((field) =>
    prove(() => signInAgain(isByPassword ? { password: field('password') } : { code: field('code') })),
  )
  return (
    <Modal open labelledBy={id} onClose={() => !busy && onClose(false)}>
      <form {...form} className="grid gap-4 p-6">
        <h2 id={id} className="text-lg">
          Sign in again
        </h2>
        <p className="text-muted">
          This is only for you yourself, and you signed in more than 15 minutes ago.
          {ways.some((way) => way !== 'google') && ' Nothing you typed is lost.'}
        </p>
        {isTyped &&
          (isByPassword ? <GivenPassword error={errors.password} /> : <GivenCode error={errors.code} />)}
        {error !== null && <Notice tone="bad">{problemText(error)}</Notice>}
        {hasPassword && ways.includes('code') && (
          <Button
            variant="quiet"
            className="-ms-4 justify-self-start"
            onClick={() => setIsByPassword(!isByPassword)}
          >
            {isByPassword ? 'Use a code' : 'Use your password'}
          </Button>
        )}
        <OtherWays ways={ways} prove={prove} />
        <div className="flex justify-end gap-2">
          <Button variant="secondary" onClick={() => onClose(false)}>
            Cancel
          </Button>
          {isTyped && (
            <Button type="submit" busy={busy}>
              Go on
            </Button>
          )}
        </div>
      </form>
    </Modal>
  )
}

const GivenCode = ({ error }: { error: string | undefined }) => (
  <CodeField kind="either" hint="Six digits of your app, or a backup code." error={error ?? null} />
)

function GivenPassword({ error }: { error: string | undefined }) {
  const email = useSession()?.email
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  return (
    <>
      <input hidden readOnly autoComplete="username" value={email ?? ''} />
      <Field
        ref={field}
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        required
        error={error ?? null}
      />
    </>
  )
}

type OtherWaysProps = Pick<Props, 'ways'> & { prove: (work: () => Promise<unknown>) => Promise<void> }

/** The ways without a password. Google leads away from the page, and back to it. */
function OtherWays({ ways, prove }: OtherWaysProps) {
  const { pathname, search } = useLocation()
  const [busy, setBusy] = useState<WayToProve>()
  const [error, setError] = useState<unknown>(null)
  const go = async (way: WayToProve, work: () => Promise<void>) => {
    setBusy(way)
    setError(null)
    await work().catch(setError)
    setBusy(undefined)
  }
  const byPasskey = async () => {
    const { signInAgainWithPasskey } = await import('../passkeys/ask-browser.ts')
    await prove(signInAgainWithPasskey)
  }
  const byGoogle = async () => {
    const { startGoogleSignIn } = await import('../sign-in/google-session.ts')
    await startGoogleSignIn(pathname + search, '/signed-in', { again: true })
  }
  return (
    <>
      {ways.includes('passkey') && (
        <Button variant="secondary" busy={busy === 'passkey'} onClick={() => void go('passkey', byPasskey)}>
          Use a passkey
        </Button>
      )}
      {ways.includes('google') && (
        <>
          <Button variant="secondary" busy={busy === 'google'} onClick={() => void go('google', byGoogle)}>
            Use Google
          </Button>
          <p className="text-muted text-sm">
            Google opens in this window and leads you back to this page. What you typed here and did not save
            has to be typed again.
          </p>
        </>
      )}
      {error !== null && <Notice tone="bad">{problemText(error)}</Notice>}
    </>
  )
}
