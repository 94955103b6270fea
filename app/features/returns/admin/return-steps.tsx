import { useState } from 'react'
import { may } from '#features/accounts/staff-access.tsx'
import { Button } from '#kit/ui/form/button.tsx'
import { RETURN_ANSWER, RETURN_INSTRUCTIONS } from '../limits.ts'
import type { Return } from '../schema.ts'
import { acceptReturn, closeReturn, declineReturn } from './client.ts'
import { ReceiveForm } from './receive-form.tsx'
import { RefundForm } from './refund-form.tsx'
import { ReplaceButton } from './replace-button.tsx'
import { TextForm } from './text-form.tsx'

export type StepProps = {
  of: Return
  /** Reads the returns and the order again. */
  refresh: () => Promise<void>
}

/** What the staff can do next with a return. */
export function ReturnSteps(props: StepProps) {
  const { state } = props.of
  if (state === 'asked') return <Answer {...props} />
  if (state === 'accepted') return <Receive {...props} />
  if (state === 'received') return <Settle {...props} />
  return null
}

/** Accepting is open: it is what most returns get. */
function Answer({ of, refresh }: StepProps) {
  const [isDeclining, setDeclining] = useState(false)
  if (!may('orders')) return null
  if (isDeclining)
    return (
      <TextForm
        key="decline"
        of={of}
        label="Why it is declined"
        hint="The customer gets it by mail."
        button="Decline the return"
        limits={RETURN_ANSWER}
        variant="destroy"
        isFocused
        send={declineReturn}
        refresh={refresh}
        onClose={() => setDeclining(false)}
      />
    )
  return (
    <TextForm
      key="accept"
      of={of}
      label="Instructions"
      hint="How and to where the pieces are to be sent. The customer gets it by mail."
      button="Accept the return"
      limits={RETURN_INSTRUCTIONS}
      send={acceptReturn}
      refresh={refresh}
    >
      <Button variant="quiet" onClick={() => setDeclining(true)}>
        Decline
      </Button>
    </TextForm>
  )
}

/** The pieces that are still to come. */
function Receive({ of, refresh }: StepProps) {
  const [isClosing, setClosing] = useState(false)
  if (!may('orders')) return null
  if (isClosing) return <Close of={of} refresh={refresh} onClose={() => setClosing(false)} />
  return (
    <ReceiveForm of={of} refresh={refresh}>
      <Button variant="quiet" onClick={() => setClosing(true)}>
        Close without pieces
      </Button>
    </ReceiveForm>
  )
}

type Opened = 'refund' | 'close' | 'receive'

/** A refund, a replacement, neither, or more pieces before that. */
function Settle({ of, refresh }: StepProps) {
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  const isMissing = of.lines.some(({ quantity, received }) => received < quantity)
  if (opened === 'refund') return <RefundForm of={of} refresh={refresh} onClose={close} />
  if (opened === 'close') return <Close of={of} refresh={refresh} onClose={close} />
  if (opened === 'receive')
    return (
      <ReceiveForm of={of} refresh={refresh}>
        <Button variant="quiet" onClick={close}>
          Cancel
        </Button>
      </ReceiveForm>
    )
  return (
    <div className="flex flex-wrap gap-2">
      {may('money') && (of.refundable?.most ?? 0) > 0 && (of.refundable?.lines ?? 0) > 0 && (
        <Button variant="primary" size="sm" onClick={() => setOpened('refund')}>
          Refund
        </Button>
      )}
      {may('orders') && (
        <>
          <ReplaceButton of={of} refresh={refresh} />
          {isMissing && (
            <Button variant="secondary" size="sm" onClick={() => setOpened('receive')}>
              More came back
            </Button>
          )}
          <Button variant="quiet" size="sm" onClick={() => setOpened('close')}>
            Close without either
          </Button>
        </>
      )}
    </div>
  )
}

const Close = ({ of, refresh, onClose }: StepProps & { onClose: () => void }) => (
  <TextForm
    of={of}
    label="Why it is closed"
    hint="Without a refund or a replacement. The customer gets the text by mail."
    button="Close the return"
    limits={RETURN_ANSWER}
    variant="destroy"
    isFocused
    send={closeReturn}
    refresh={refresh}
    onClose={onClose}
  />
)
