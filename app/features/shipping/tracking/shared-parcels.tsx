import { type ReactNode, useState } from 'react'
import { listText } from '#kit/text/list-text.ts'
import { CheckboxField } from '#kit/ui/form/other-fields.tsx'
import { Notice } from '#kit/ui/mark/notice.tsx'
import type { SharedNumber } from './read-tracking.ts'

/** Asks of each tracking number of several orders whether these are in one parcel; `isAsking` until all are answered with yes. */
export function useSharedParcels(shared: readonly SharedNumber[]): {
  isAsking: boolean
  questions: ReactNode
} {
  const [together, setTogether] = useState<readonly string[]>([])
  return {
    isAsking: shared.some((each) => !together.includes(keyOf(each))),
    questions: shared.map((each) => {
      const key = keyOf(each)
      const others = together.filter((one) => one !== key)
      return (
        <SharedParcel
          key={key}
          shared={each}
          isConfirmed={together.includes(key)}
          onConfirm={(isOne) => setTogether(isOne ? [...others, key] : others)}
        />
      )
    }),
  }
}

const keyOf = ({ tracking, orders }: SharedNumber): string =>
  [tracking, ...orders.map(({ _id }) => _id)].join(' ')

type SharedParcelProps = {
  shared: SharedNumber
  isConfirmed: boolean
  onConfirm: (isOne: boolean) => void
}

function SharedParcel({ shared: { tracking, orders }, isConfirmed, onConfirm }: SharedParcelProps) {
  const numbers = listText(orders.map(({ number }) => number))
  return (
    <Notice tone="waiting">
      <p className="wrap-anywhere">{`${tracking} is the tracking number of ${numbers}.`}</p>
      <CheckboxField
        label={`${numbers} are in one parcel`}
        checked={isConfirmed}
        onChange={({ target }) => onConfirm(target.checked)}
      />
      {!isConfirmed && <p className="text-sm">If they are not, correct the number above.</p>}
    </Notice>
  )
}
