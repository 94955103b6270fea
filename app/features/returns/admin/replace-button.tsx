import { useState } from 'react'
import { piecesText } from '#kit/text/count-text.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { ConfirmDialog } from '#kit/ui/overlay/confirm-dialog.tsx'
import { useReturnCall } from '../asking/use-return-call.ts'
import { replaceReturn } from './client.ts'
import type { StepProps } from './return-steps.tsx'

/** Sends what came back again, after a question that says what it does. */
export function ReplaceButton({ of, refresh }: StepProps) {
  const [isAsked, setAsked] = useState(false)
  const call = useReturnCall(`replacement of ${of._id}`, refresh)
  const pieces = of.lines.reduce((sum, { received }) => sum + received, 0)
  const what = `Replace ${piecesText(pieces)}`
  return (
    <>
      <Button variant="secondary" size="sm" onClick={() => setAsked(true)}>
        {what}
      </Button>
      <ConfirmDialog
        open={isAsked}
        title={`${what}?`}
        body="They are taken from stock and are left to ship with this order. The customer pays nothing, and gets a mail."
        yes={what}
        no="Do not replace"
        busy={call.busy}
        error={call.error ?? null}
        onConfirm={() =>
          void call.run({ revision: of.revision }, (request, key) => replaceReturn(of._id, request, key))
        }
        onClose={() => {
          setAsked(false)
          call.clear()
        }}
      />
    </>
  )
}
