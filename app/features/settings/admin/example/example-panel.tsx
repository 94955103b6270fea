import type { Country } from '#features/delivery/schema.ts'
import { arrivesText, shipsOnText, weightText } from '#features/delivery/texts.ts'
import { taxText } from '#features/tax/texts.ts'
import { problemText } from '#kit/browser/client.ts'
import { formatTotal } from '#kit/money.ts'
import { lowerFirst } from '#kit/text/first-letter.ts'
import { Field } from '#kit/ui/form/field.tsx'
import { CheckboxField } from '#kit/ui/form/other-fields.tsx'
import { SelectField } from '#kit/ui/form/select-field.tsx'
import { classNames } from '#kit/ui/mark/class-names.ts'
import type { Example } from '../client.ts'
import { CountryOptions } from '../form/country-options.tsx'
import { readNumber } from '../form/draft.ts'
import type { ExampleParts, ExampleState } from './use-example.ts'

type ExamplePanelProps = {
  state: ExampleState
  parts: ExampleParts
  countries: readonly Country[]
  /** Without methods the shop asks for no delivery. */
  hasMethods: boolean
  onChange: (parts: ExampleParts) => void
}

/** What an order would cost by the settings as they are typed, computed by the shop. */
export function ExamplePanel({ state, parts, countries, hasMethods, onChange }: ExamplePanelProps) {
  const { example } = state
  return (
    <section aria-labelledby="example" className="rounded border border-line bg-sunken p-4">
      <h2 id="example" className="text-base">
        Example
      </h2>
      <p className="mb-3 text-muted text-sm">By the settings as they are here, before they are saved.</p>
      <ExampleFields parts={parts} countries={countries} onChange={onChange} />
      <ExampleOutcome state={state}>
        {example && <Outcome example={example} parts={parts} countries={countries} hasMethods={hasMethods} />}
      </ExampleOutcome>
    </section>
  )
}

type ExampleOutcomeProps = { state: ExampleState; children: React.ReactNode }

/** The answer, or why there is none yet; screen readers read it when it changes. */
export const ExampleOutcome = ({ state: { error, isAsking }, children }: ExampleOutcomeProps) => (
  <div
    role="status"
    aria-busy={isAsking}
    className={classNames('min-h-24 text-sm', isAsking && 'text-muted')}
  >
    {error === undefined ? children : <p className="text-wait">{`No example yet. ${problemText(error)}`}</p>}
  </div>
)

function ExampleFields({ parts, countries, onChange }: Omit<ExamplePanelProps, 'state' | 'hasMethods'>) {
  return (
    <div className="grid grid-cols-2 gap-x-3">
      <SelectField
        label="Delivered to"
        className="col-span-2"
        value={parts.country}
        onChange={({ target }) => onChange({ ...parts, country: target.value })}
      >
        <CountryOptions countries={countries} />
      </SelectField>
      <Field
        label="Weight in kg"
        inputMode="decimal"
        autoComplete="off"
        value={parts.weight}
        onChange={({ target }) => onChange({ ...parts, weight: target.value })}
      />
      <Field
        label="Parts for $"
        inputMode="decimal"
        autoComplete="off"
        value={parts.total}
        onChange={({ target }) => onChange({ ...parts, total: target.value })}
      />
      <CheckboxField
        label="A company whose VAT ID is confirmed"
        className="col-span-2 mb-2 text-sm"
        checked={parts.withVatId}
        onChange={({ target }) => onChange({ ...parts, withVatId: target.checked })}
      />
    </div>
  )
}

type OutcomeProps = Pick<ExamplePanelProps, 'parts' | 'countries' | 'hasMethods'> & { example: Example }

function Outcome({ example, parts, countries, hasMethods }: OutcomeProps) {
  const { deliveries, delivery, tax, payable, weight } = example
  const name = countries.find(({ code }) => code === parts.country)?.name ?? parts.country
  const chosen = deliveries.find(({ _id }) => _id === delivery)
  return (
    <div className="grid gap-2">
      <p className="font-medium">
        {`${weight === undefined ? 'Parts of unknown weight' : weightText(weight)} worth ${formatTotal(readNumber(parts.total))} to ${name}:`}
      </p>
      {hasMethods ? <Deliveries example={example} /> : <p>No delivery is asked for.</p>}
      <p>{`${taxText(tax)}.`}</p>
      {tax.note !== undefined && <p className="text-muted">{tax.note}</p>}
      <p className="border-line border-t pt-2 font-medium">
        {`To pay${chosen ? ` with ${chosen.name}` : ''}: ${formatTotal(payable)}`}
      </p>
    </div>
  )
}

function Deliveries({ example: { deliveries, delivery, noDelivery } }: Pick<OutcomeProps, 'example'>) {
  if (noDelivery !== undefined) return <p className="text-wait">{noDelivery}</p>
  if (deliveries.length === 0) return <p>Without methods no delivery is asked for or charged.</p>
  return (
    <ul className="grid gap-1">
      {deliveries.map(({ _id, name, price, ships, arrives, carrier, incoterm }) => (
        <li key={_id}>
          <span className="font-medium">{`${name || 'Without a name'} ${formatTotal(price)}`}</span>
          {`, ${lowerFirst(shipsOnText(ships))}, ${lowerFirst(arrivesText(arrives))}`}
          <span className="text-muted">
            {[carrier, incoterm, _id === delivery && 'the default']
              .filter(Boolean)
              .map((fact) => ` · ${fact}`)}
          </span>
        </li>
      ))}
    </ul>
  )
}
