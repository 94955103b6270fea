import { useEffect, useState } from 'react'
import { signOutIfForbidden } from '#features/accounts/components.tsx'
import { type Example, type ExampleQuestion, fetchExample } from '../client.ts'
import { readNumber, type SettingsValues } from '../form/draft.ts'

/** The parts of the example and where they go, as they are typed. */
export interface ExampleParts {
  readonly country: string
  readonly weight: string
  readonly total: string
  readonly withVatId: boolean
}

export const FIRST_PARTS: ExampleParts = { country: 'FR', weight: '10', total: '250', withVatId: false }

/** Between the last change and the question. */
const PAUSE_MS = 300

export interface ExampleState {
  /** The last answer; it stays while the next one is awaited. */
  readonly example?: Example
  /** What the last question threw; undefined after an answer. */
  readonly error?: unknown
  readonly isAsking: boolean
}

/** What the shop says of the parts by the settings as they are typed, asked shortly after each change. */
export function useExample(values: SettingsValues, parts: ExampleParts): ExampleState {
  const [state, setState] = useState<ExampleState>({ isAsking: true })
  const question = JSON.stringify(questionOf(values, parts))
  useEffect(() => {
    const abort = new AbortController()
    const ask = async () => {
      const answer = await fetchExample(JSON.parse(question), abort.signal).then(
        (example) => ({ example, error: undefined }),
        (error) => ({ error }),
      )
      if (abort.signal.aborted) return
      if ('error' in answer) signOutIfForbidden(answer.error)
      setState((last) => ({ ...last, ...answer, isAsking: false }))
    }
    setState((last) => ({ ...last, isAsking: true }))
    const timer = setTimeout(() => void ask(), PAUSE_MS)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [question])
  return state
}

/** Of the seller only what the example needs: an IBAN that is half typed does not keep it from being computed. */
function questionOf({ seller, tax, delivery }: SettingsValues, parts: ExampleParts): ExampleQuestion {
  const { phone: _, country, ...address } = seller.address ?? { country: '' }
  const { weight, total, withVatId } = parts
  return {
    seller: {
      ...(seller.name !== undefined && { name: seller.name }),
      ...(country !== '' && { address: { ...withTexts(address), country } }),
    },
    tax,
    delivery,
    to: { country: parts.country },
    ...(weight.trim() !== '' && { weight: readNumber(weight) }),
    total: readNumber(total),
    withVatId,
  }
}

/** Without texts that are empty. */
const withTexts = <Texts extends object>(texts: Texts): Texts =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== '')) as Texts
