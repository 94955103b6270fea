import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { quantitiesToShip, quantityProblem } from '#features/pricing/line-quantities.ts'
import { PiecesInput } from '#features/pricing/pieces-input.tsx'
import { formatCount, piecesText } from '#kit/text/count-text.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { Notice } from '#kit/ui/mark/notice.tsx'
import { Unbroken } from '#kit/ui/mark/unbroken.tsx'
import { useReturnCall } from '../asking/use-return-call.ts'
import type { ReceiveReturn, Return } from '../schema.ts'
import { receiveReturn } from './client.ts'

type ReceiveFormProps = {
  of: Return
  refresh: () => Promise<void>
  /** Other things that can be done. */
  children: ReactNode
}

type Typed = Readonly<Record<number, string>>

/** Which pieces came back: all go to stock unless something else is typed. */
export function ReceiveForm({ of, refresh, children }: ReceiveFormProps) {
  const [restocked, setRestocked] = useState<Typed>({})
  const [scrapped, setScrapped] = useState<Typed>({})
  const [wrong, setWrong] = useState<string>()
  const call = useReturnCall(`receipt of ${of._id}`, refresh)
  const open = of.lines.filter(({ quantity, received }) => received < quantity)
  const left = new Map(open.map(({ position, quantity, received }) => [position, quantity - received]))
  const lines = receivedLines(left, restocked, scrapped)
  const pieces = (lines ?? []).reduce((sum, line) => sum + line.restocked + line.scrapped, 0)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setWrong(lines && pieces > 0 ? undefined : 'Name at least one piece, and no more than are to come back.')
    if (!lines || pieces === 0) return
    await call.run({ revision: of.revision, lines }, (request, key) => receiveReturn(of._id, request, key))
  }
  return (
    <form noValidate aria-label="What came back" className="grid grid-cols-1 gap-2" onSubmit={submit}>
      <ul className="grid grid-cols-1 border-line border-t">
        {open.map((line) => (
          <Row
            key={line.position}
            line={line}
            most={left.get(line.position) ?? 0}
            restocked={restocked[line.position]}
            scrapped={scrapped[line.position]}
            onRestocked={(text) => setRestocked((before) => ({ ...before, [line.position]: text }))}
            onScrapped={(text) => setScrapped((before) => ({ ...before, [line.position]: text }))}
          />
        ))}
      </ul>
      {wrong !== undefined && <Notice tone="bad">{wrong}</Notice>}
      {call.error !== undefined && <Notice tone="bad">{call.error}</Notice>}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={call.busy}>
          {pieces > 0 ? `Record ${piecesText(pieces)}` : 'Record'}
        </Button>
        {children}
      </div>
    </form>
  )
}

/** What was typed: of a line the pieces that are thrown away, and of the rest those that go to stock. */
function receivedLines(
  left: ReadonlyMap<number, number>,
  restocked: Typed,
  scrapped: Typed,
): ReceiveReturn['lines'] | undefined {
  const none = Object.fromEntries([...left.keys()].map((position) => [position, '']))
  const away = quantitiesToShip(left, { ...none, ...scrapped })
  if (!away) return undefined
  const awayOf = new Map(away.map(({ position, quantity }) => [position, quantity]))
  const rest = new Map([...left].map(([position, most]) => [position, most - (awayOf.get(position) ?? 0)]))
  const kept = quantitiesToShip(rest, restocked)
  if (!kept) return undefined
  const keptOf = new Map(kept.map(({ position, quantity }) => [position, quantity]))
  return [...left.keys()]
    .map((position) => ({
      position,
      restocked: keptOf.get(position) ?? 0,
      scrapped: awayOf.get(position) ?? 0,
    }))
    .filter((line) => line.restocked + line.scrapped > 0)
}

type RowProps = {
  line: Return['lines'][number]
  most: number
  restocked: string | undefined
  scrapped: string | undefined
  onRestocked: (text: string) => void
  onScrapped: (text: string) => void
}

function Row({ line: { sku, product }, most, restocked, scrapped = '', ...typing }: RowProps) {
  const id = useId()
  const wrongScrap = quantityProblem(scrapped, most)
  const away = wrongScrap === undefined ? Number(scrapped.replace(/\D/g, '')) : 0
  const kept = restocked ?? String(most - away)
  const wrongStock = quantityProblem(kept, most - away)
  const problem = wrongScrap ?? wrongStock
  return (
    <li className="grid grid-cols-1 gap-1 border-line border-b py-2">
      <p className="min-w-0">
        <span className="font-mono text-xs">{sku}</span>{' '}
        <span className="text-muted wrap-anywhere">
          <Unbroken text={product} />
        </span>
      </p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <span className="flex items-center gap-2">
          <label htmlFor={`${id}-stock`}>
            To stock<span className="sr-only"> of {sku}</span>
          </label>
          <PiecesInput
            id={`${id}-stock`}
            value={kept}
            isInvalid={wrongStock !== undefined}
            describedBy={`${id}-most`}
            onType={typing.onRestocked}
          />
        </span>
        <span className="flex items-center gap-2">
          <label htmlFor={`${id}-away`}>
            Thrown away<span className="sr-only"> of {sku}</span>
          </label>
          <PiecesInput
            id={`${id}-away`}
            value={scrapped}
            isInvalid={wrongScrap !== undefined}
            describedBy={`${id}-most`}
            onType={typing.onScrapped}
          />
        </span>
        <span id={`${id}-most`} className={problem ? 'text-bad' : 'text-muted'}>
          {problem ?? `of ${formatCount(most)}`}
        </span>
      </div>
    </li>
  )
}
