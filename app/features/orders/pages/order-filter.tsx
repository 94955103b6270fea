import { useEffect, useRef } from 'react'
import { Form, Link, useSubmit } from 'react-router'
import type { OrderSelection } from '#features/orders/client.ts'
import { orderKinds, writeSelection } from '#features/orders/pages/order-selection.ts'
import { Field } from '#kit/ui/field.tsx'
import { OWN_SEARCH, useOtherAddress } from '#kit/ui/use-other-address.ts'

const TYPING_PAUSE_MS = 300

/** Search and kind of order; both are kept in the address. The search begins when the typing pauses. */
export function OrderFilter({ selection: { q, status } }: { selection: OrderSelection }) {
  const form = useRef<HTMLFormElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const submit = useSubmit()

  useEffect(() => () => clearTimeout(timer.current), [])

  useOtherAddress(() => {
    clearTimeout(timer.current)
    const input = form.current?.elements.namedItem('q')
    if (input instanceof HTMLInputElement) input.value = q
  })

  const search = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(
      () => submit(form.current, { replace: true, preventScrollReset: true, state: OWN_SEARCH }),
      TYPING_PAUSE_MS,
    )
  }
  return (
    <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
      <Form ref={form} role="search" replace preventScrollReset state={OWN_SEARCH} className="grow basis-60">
        <Field
          label="Search orders"
          name="q"
          type="search"
          defaultValue={q}
          maxLength={200}
          placeholder="Product, customer, town or id"
          className="-mb-9"
          onChange={search}
        />
        {status && <input type="hidden" name="status" value={status} />}
      </Form>
      <nav aria-label="Kinds of orders" className="flex flex-wrap rounded border border-edge p-px text-sm">
        {orderKinds.map((kind) => (
          <Link
            key={kind.label}
            to={{ search: writeSelection({ q, status: kind.status }) }}
            replace
            preventScrollReset
            aria-current={kind.status === status ? 'true' : undefined}
            className="grid min-h-10 place-items-center rounded px-3 text-muted no-underline hover:text-ink aria-[current]:bg-tint aria-[current]:font-medium aria-[current]:text-link pointer-coarse:min-h-11"
          >
            {kind.label}
          </Link>
        ))}
      </nav>
    </div>
  )
}
