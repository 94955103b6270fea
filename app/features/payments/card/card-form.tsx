import { CardElement, useElements } from '@stripe/react-stripe-js'
import type { StripeCardElement } from '@stripe/stripe-js'
import { type ReactNode, useState } from 'react'
import { formatTotal } from '#kit/money.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { AlertIcon } from '#kit/ui/mark/icons.tsx'
import { Skeleton } from '#kit/ui/mark/skeleton.tsx'
import type { Refusal, Stage } from './use-payment.tsx'

type CardFormProps = {
  stage: Stage
  /** The provider's script is loaded. */
  isReady: boolean
  /** The script is loading. */
  isWaiting: boolean
  /** In dollars. */
  amount: number
  /** The sandbox's card element has its own input boxes. */
  isBare: boolean
  pay: (card: StripeCardElement) => Promise<void>
}

/** The provider's card field, with what is wrong with what was typed, and the button that pays; refusals stand below it. */
export function CardForm({ stage, isReady, isWaiting, amount, isBare, pay }: CardFormProps) {
  const elements = useElements()
  const [style] = useState(cardStyle)
  const [typedError, setTypedError] = useState<string>()
  const isOpen = stage.kind === 'open' || stage.kind === 'paying'
  const refusal = stage.kind === 'open' ? stage.error : undefined
  // The sandbox says at each of its fields what is wrong with it.
  const fieldError = isBare ? undefined : (typedError ?? textAt('field', refusal))
  const submit = () => {
    const card = elements?.getElement(CardElement)
    if (card) void pay(card)
  }
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <CardBox isBare={isBare} isWaiting={isWaiting}>
        <CardElement
          id="card"
          options={{ disabled: stage.kind !== 'open' && stage.kind !== 'starting', style }}
          onChange={({ error }) => setTypedError(error?.message)}
        />
      </CardBox>
      <CardAlert text={fieldError} />
      <Button type="submit" busy={stage.kind === 'paying'} disabled={!isReady || !isOpen} className="w-full">
        {`Pay ${formatTotal(amount)}`}
      </Button>
      <CardAlert text={textAt('form', refusal)} />
    </form>
  )
}

const textAt = (at: Refusal['at'], refusal: Refusal | undefined): string | undefined =>
  refusal?.at === at ? refusal.text : undefined

/** Screen readers read it when its text appears. It takes no room without one. */
const CardAlert = ({ text }: { text: string | undefined }) => (
  <div role="alert" className="empty:-mt-4">
    {text && (
      <p className="flex items-start gap-2 text-bad">
        <AlertIcon size={20} className="mt-0.5" />
        {text}
      </p>
    )}
  </div>
)

type CardBoxProps = { isBare: boolean; isWaiting: boolean; children: ReactNode }

/** Reserves the height of the card element, so that nothing moves when the script has loaded. */
function CardBox({ isBare, isWaiting, children }: CardBoxProps) {
  if (isBare) {
    return (
      <div className="relative min-h-[9.75rem]">
        {isWaiting && <Skeleton className="absolute inset-x-0 top-6 h-11" />}
        {children}
      </div>
    )
  }
  return (
    <div className="min-h-11 rounded border border-edge px-3 py-2.5">
      {isWaiting && <Skeleton className="h-5 w-40" />}
      {children}
    </div>
  )
}

/** The provider's field is an iframe, to which the shop's style sheets do not apply. */
function cardStyle() {
  const { color, fontFamily } = getComputedStyle(document.body)
  const muted = getComputedStyle(document.documentElement).getPropertyValue('--color-muted')
  return { base: { color, fontFamily, fontSize: '16px', '::placeholder': { color: muted } } }
}
