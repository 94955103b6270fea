import { type FormEvent, useEffect, useRef } from 'react'
import { ChoiceGroup, ChoiceRow } from '#features/checkout/components.tsx'
import { offerText } from '#features/delivery/texts.ts'
import { MAXIMUM_ORDER_LINES } from '#features/quote/limits.ts'
import { wrongLinesText } from '#features/quote/texts.ts'
import { problemText } from '#kit/browser/client.ts'
import { mostPlaces } from '#kit/money.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { Notice } from '#kit/ui/mark/notice.tsx'
import { ignoreHeldEnter } from '#kit/ui/overlay/ignore-repeated-click.ts'
import { AddPart } from './add-part.tsx'
import { EditedRow } from './edited-row.tsx'
import { SumsThenAndNow } from './sums-then-and-now.tsx'
import { type LinesEditing, type LinesEditorProps, useLinesEditor } from './use-lines-editor.ts'

/** The lines of an unpaid order as fields, with what they and the order came to and would come to. */
export function LinesEditor(props: LinesEditorProps) {
  const { order } = props
  const editing = useLinesEditor(props)
  const { lines, quoted, busy } = editing
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => list.current?.querySelector('input')?.focus({ preventScroll: true }), [])
  const prices = lines.flatMap(({ was, quoted: now }) => [was?.unitPrice ?? 0, now?.unitPrice ?? 0])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void editing.save()
  }
  return (
    <div className="@container grid gap-4" onKeyDownCapture={ignoreHeldEnter}>
      <ul ref={list} aria-label="Lines of the order" className="border-line border-t">
        {lines.map((line) => (
          <EditedRow
            key={line.productId}
            line={line}
            places={mostPlaces(prices)}
            onChange={editing.change}
            onReplace={editing.add}
          />
        ))}
      </ul>
      {lines.length < MAXIMUM_ORDER_LINES && <AddPart onAdd={editing.add} />}
      <form onSubmit={submit} noValidate className="grid gap-4">
        <OtherDelivery editing={editing} />
        <SumsThenAndNow order={order} quoted={quoted} />
        <Refusals editing={editing} />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" busy={busy} disabled={!isSavable(editing)}>
            Save changes
          </Button>
          <Button variant="secondary" disabled={busy} onClick={editing.close}>
            Keep as it was
          </Button>
        </div>
      </form>
    </div>
  )
}

/** Only what the shop has said of the present lines is saved. */
function isSavable({ isChanged, quoted: { quote, isSettled } }: LinesEditing): boolean {
  return isChanged && isSettled && quote?.orderable === true && quote.noDelivery === undefined
}

function Refusals({ editing: { lines, quoted, error } }: { editing: LinesEditing }) {
  const left = lines.filter(({ isRemoved }) => !isRemoved)
  const wrong = left.filter((line) => line.quoted?.problem !== undefined)
  return (
    <>
      {left.length === 0 && <Notice>An order has at least one line. To end it, cancel it.</Notice>}
      {wrong.length > 0 && <p className="text-sm text-wait">{wrongLinesText(wrong.length)}</p>}
      {quoted.error !== undefined && left.length > 0 && (
        <Notice
          tone="bad"
          action={
            <Button variant="secondary" size="sm" onClick={quoted.retry}>
              Try again
            </Button>
          }
        >
          {problemText(quoted.error)}
        </Notice>
      )}
      {error !== undefined && <Notice tone="bad">{problemText(error)}</Notice>}
    </>
  )
}

/** The ways of delivery, once the one of the order does not take the lines, or another one was chosen. */
function OtherDelivery({ editing }: { editing: LinesEditing }) {
  const { delivery, isOtherDelivery, chooseDelivery } = editing
  const { noDelivery, deliveries = [], orderable } = editing.quoted.quote ?? {}
  if (!orderable || (noDelivery === undefined && !isOtherDelivery)) return null
  return (
    <div className="grid gap-3">
      {noDelivery !== undefined && <Notice tone="bad">{noDelivery}</Notice>}
      {deliveries.length > 0 && (
        <ChoiceGroup label="Another delivery" error={undefined}>
          {deliveries.map((offer) => (
            <ChoiceRow
              key={offer._id}
              name="delivery"
              value={offer._id}
              isChosen={offer._id === delivery?._id}
              onChoose={() => chooseDelivery(offer._id)}
            >
              {offerText(offer)}
            </ChoiceRow>
          ))}
        </ChoiceGroup>
      )}
    </div>
  )
}
