import type { ReactNode } from 'react'
import { formatTotal } from '#kit/money.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { DateTime } from '#kit/ui/mark/date-time.tsx'
import { StatusBadge } from '#kit/ui/mark/status-badge.tsx'
import { Unbroken } from '#kit/ui/mark/unbroken.tsx'
import type { Return } from '../schema.ts'
import { reasonTexts, stateText } from '../texts.ts'

const TONES = {
  asked: 'waiting',
  accepted: 'waiting',
  declined: 'bad',
  withdrawn: 'neutral',
  received: 'waiting',
  refunding: 'waiting',
  settled: 'good',
  closed: 'neutral',
} as const satisfies Record<Return['state'], string>

/** How a return stands, as a badge. */
export const ReturnBadge = ({ of }: { of: Pick<Return, 'state' | 'outcome'> }) => (
  <StatusBadge tone={TONES[of.state]}>{stateText(of)}</StatusBadge>
)

type ReturnCardProps = {
  of: Return
  /** How what the customer wrote is called. */
  noteLabel: string
  children?: ReactNode
}

/** A return of an order: its pieces, why, and what was said about it; below it what can be done. */
export function ReturnCard({ of, noteLabel, children }: ReturnCardProps) {
  const { at, reason, note, instructions, answer, state } = of
  return (
    <li className="grid grid-cols-1 gap-2 border-line border-b py-3">
      <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span className="font-medium">{reasonTexts[reason]}</span>
        <ReturnBadge of={of} />
      </p>
      <ul className="grid gap-1">
        {of.lines.map((line) => (
          <ReturnedLine key={line.position} line={line} />
        ))}
      </ul>
      {note !== undefined && <Said by={noteLabel} text={note} />}
      {instructions !== undefined && state !== 'settled' && <Said by="How to send it" text={instructions} />}
      {answer !== undefined && <Said by="Answer of the shop" text={answer} />}
      <RefundOf refund={of.refund} />
      <p className="text-muted text-xs">
        <DateTime iso={at} />
      </p>
      {children}
    </li>
  )
}

/** "10 × HX-933-M8-40-A2 Hexagon screw", and of those that came back what became of them. */
function ReturnedLine({ line }: { line: Return['lines'][number] }) {
  const { quantity, sku, product, received, restocked, scrapped } = line
  const came = received > 0 && [
    `${formatCount(received)} came back`,
    ...(restocked ? [`${formatCount(restocked)} to stock`] : []),
    ...(scrapped ? [`${formatCount(scrapped)} thrown away`] : []),
  ]
  return (
    <li className="min-w-0">
      <span className="tabular-nums">{`${formatCount(quantity)} × `}</span>
      <span className="font-mono text-xs">{sku}</span>{' '}
      <span className="text-muted wrap-anywhere">
        <Unbroken text={product} />
      </span>
      {came && <span className="block text-muted tabular-nums">{came.join(' · ')}</span>}
    </li>
  )
}

const Said = ({ by, text }: { by: string; text: string }) => (
  <div className="border-edge border-s-2 ps-3">
    <p className="text-muted text-xs">{by}</p>
    <p className="max-w-prose whitespace-pre-line wrap-anywhere">{text}</p>
  </div>
)

/** What was refunded; of a refund that failed that it is not back. */
function RefundOf({ refund }: Pick<Return, 'refund'>) {
  if (refund === undefined) return null
  const amount = formatTotal(refund.amount)
  if (refund.state === 'failed')
    return (
      <p className="text-bad">
        {`The refund of ${amount} failed${refund.failure === undefined ? '' : ` (${refund.failure})`}: the return is open again.`}
      </p>
    )
  if (refund.state === 'asked')
    return (
      <p className="text-wait">{`The payment provider has not confirmed the refund of ${amount} yet.`}</p>
    )
  return <p>{`${amount} refunded`}</p>
}
