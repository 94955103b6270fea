import type { OwnTerms } from '#features/companies/schema.ts'
import { daysText } from '#features/companies/texts.ts'
import { formatTotal } from '#kit/money.ts'
import { ChoiceGroup, ChoiceRow } from './choice-row.tsx'

type PaymentChoiceProps = {
  terms: OwnTerms
  isOnAccount: boolean
  onChange: (isOnAccount: boolean) => void
}

/** How an order is paid, for who may order on account; everybody else pays by card, and sees nothing of it. */
export function PaymentChoice({ terms: { days, available }, isOnAccount, onChange }: PaymentChoiceProps) {
  if (days === undefined) return null
  return (
    <section aria-labelledby="payment" className="grid gap-2">
      <h2 id="payment" className="text-lg">
        Payment
      </h2>
      <ChoiceGroup label="Payment">
        <ChoiceRow name="payment" value="card" isChosen={!isOnAccount} onChoose={() => onChange(false)}>
          Card
        </ChoiceRow>
        <ChoiceRow name="payment" value="account" isChosen={isOnAccount} onChoose={() => onChange(true)}>
          {`On account (${daysText(days)})`}
          {available !== undefined && (
            <span className="block text-muted text-sm">{`${formatTotal(available)} of the credit is left.`}</span>
          )}
        </ChoiceRow>
      </ChoiceGroup>
    </section>
  )
}
