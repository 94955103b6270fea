import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { ChoiceGroup, ChoiceRow, sumOf } from '#features/checkout/components.tsx'
import { offerText } from '#features/delivery/texts.ts'
import { MAXIMUM_ORDER_LINES } from '#features/quote/limits.ts'
import { wrongLinesText } from '#features/quote/texts.ts'
import { problemText } from '#kit/browser/client.ts'
import { formatTotal, mostPlaces } from '#kit/money.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { Notice } from '#kit/ui/mark/notice.tsx'
import { ignoreHeldEnter } from '#kit/ui/overlay/ignore-repeated-click.ts'
import { AddPart } from './add-part.tsx'
import { COLUMNS, EditedRow } from './edited-row.tsx'
import { SumsThenAndNow } from './sums-then-and-now.tsx'
import { type LinesEditing, type LinesEditorProps, useLinesEditor } from './use-lines-editor.ts'

/** The lines of an unpaid order as fields, with what they and the order came to and would come to. */
export function LinesEditor(props: LinesEditorProps) {
  const { order } = props
  const editing = useLinesEditor(props)
  const { lines, quoted } = editing
  const list = useRef<HTMLUListElement>(null)
  const formId = useId()
  const [isTyped, setIsTyped] = useState(false)
  useEffect(() => list.current?.querySelector('input')?.focus({ preventScroll: true }), [])
  const prices = lines.flatMap(({ was, quoted: now }) => [was?.unitPrice ?? 0, now?.unitPrice ?? 0])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isTyped) void editing.save()
  }
  return (
    <div className="@container grid gap-4" onKeyDownCapture={ignoreHeldEnter}>
      <div>
        <p aria-hidden="true" className={`hidden pb-2 font-medium text-muted text-sm @lg:grid ${COLUMNS}`}>
          <span>Part</span>
          <span className="text-end">Quantity</span>
          <span className="text-end">Price</span>
        </p>
        <ul
          ref={list}
          aria-label="Lines of the order"
          className="border-line border-t [&_:is(a,button,input)]:scroll-mb-20"
        >
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
      </div>
      {lines.length < MAXIMUM_ORDER_LINES && <AddPart onAdd={editing.add} onTyped={setIsTyped} />}
      <form id={formId} onSubmit={submit} noValidate className="grid gap-4">
        <OtherDelivery editing={editing} />
        <SumsThenAndNow order={order} quoted={quoted} />
        <Refusals editing={editing} />
      </form>
      <SaveBar editing={editing} formId={formId} was={order.payable} isTyped={isTyped} />
    </div>
  )
}

interface SaveBarProps {
  editing: LinesEditing
  formId: string
  /** The total of the order as it is. */
  was: number
  /** Whether a part is typed that is no line yet: saving would leave it out. */
  isTyped: boolean
}

/** It stays at the bottom of the window, however many lines there are. */
function SaveBar({ editing, formId, was, isTyped }: SaveBarProps) {
  const { busy, isChanged, quoted } = editing
  const { quote, isSettled } = quoted
  const now = isSettled && quote?.orderable ? formatTotal(sumOf(quote)) : '–'
  return (
    <div className="sticky bottom-0 z-2 flex flex-wrap items-center gap-2 border-line border-t bg-paper py-3">
      <p role="status" className="basis-full text-sm text-wait empty:hidden">
        {isTyped && 'The part under “Add a part” is no line yet: add it, or clear the field. Then save.'}
      </p>
      <Button type="submit" form={formId} busy={busy} disabled={isTyped || !isSavable(editing)}>
        Save changes
      </Button>
      <Button variant="secondary" disabled={busy} onClick={editing.close}>
        Keep as it was
      </Button>
      {/* The sums above say it too, to a screen reader once. */}
      <span
        aria-hidden="true"
        className="ms-auto flex flex-wrap items-baseline gap-x-3 tabular-nums max-sm:order-first max-sm:basis-full"
      >
        {isChanged && <span className="text-muted text-sm">{`Total was ${formatTotal(was)}`}</span>}
        <span className="font-semibold">{isChanged ? `New total ${now}` : `Total ${formatTotal(was)}`}</span>
      </span>
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
