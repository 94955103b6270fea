import { signOutWhereForbidden } from '#features/accounts/components.tsx'
import { type AnswerState, useAnswer } from '#kit/browser/use-answer.ts'
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

export interface ExampleState extends Omit<AnswerState<Example>, 'answer'> {
  readonly example: Example | undefined
}

/** What the shop says of the parts by the settings as they are typed, asked shortly after each change. */
export function useExample(values: SettingsValues, parts: ExampleParts): ExampleState {
  const { answer, error, isAsking } = useAnswer(questionOf(values, parts), askForExample)
  return { example: answer, error, isAsking }
}

const askForExample = signOutWhereForbidden(fetchExample)

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
