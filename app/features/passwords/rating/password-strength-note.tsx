import { useEffect, useState } from 'react'
import { classNames } from '#kit/ui/mark/class-names.ts'
import { ratePassword } from '../client.ts'
import { STRENGTHS, type Strength } from '../limits.ts'

/** How long nothing more is typed before the shop is asked. */
const PAUSE_MS = 300

const TEXTS: Readonly<Record<Strength, { readonly text: string; readonly tone: string }>> = {
  refused: { text: 'Others would guess this password.', tone: 'text-bad' },
  weak: { text: 'Weak: make it longer.', tone: 'text-bad' },
  fair: { text: 'Fair: add another word.', tone: 'text-wait' },
  good: { text: 'Good.', tone: 'text-good' },
  strong: { text: 'Strong.', tone: 'text-good' },
}

interface Rated {
  readonly strength: Strength
  readonly says?: string | undefined
}

/** How hard a password is to guess, in words and as a bar. The shop rates it, which has the list of common ones. */
export default function PasswordStrength({
  password,
  email,
  hint,
}: {
  password: string
  email: string
  hint: string
}) {
  const [rated, setRated] = useState<Rated>()
  useEffect(() => {
    const aborter = new AbortController()
    const ask = async () => {
      // Without an answer the field is as it was: the strength is advice.
      const found = await ratePassword(password, email, aborter.signal).catch(() => undefined)
      if (!aborter.signal.aborted) setRated(found)
    }
    const timer = setTimeout(() => void ask(), PAUSE_MS)
    return () => {
      clearTimeout(timer)
      aborter.abort()
    }
  }, [password, email])
  const { text, tone } = rated ? TEXTS[rated.strength] : { text: hint, tone: '' }
  return (
    <span className="flex items-center gap-2">
      {rated && rated.strength !== 'refused' && <Bar strength={rated.strength} />}
      <span role="status" className={classNames('block', tone)}>
        {rated?.says ?? text}
      </span>
    </span>
  )
}

/** Four pieces, of which as many are filled as the password is strong: what the text says. */
function Bar({ strength }: { strength: Strength }) {
  const filled = STRENGTHS.indexOf(strength)
  return (
    <span
      aria-hidden="true"
      className={classNames('grid w-24 shrink-0 grid-cols-4 gap-1', TEXTS[strength].tone)}
    >
      {STRENGTHS.slice(1).map((each, index) => (
        <span key={each} className={classNames('h-1 rounded', index < filled ? 'bg-current' : 'bg-line')} />
      ))}
    </span>
  )
}
