import { type ReactNode, useState } from 'react'
import { useCountries } from '#features/delivery/components.tsx'
import type { Country } from '#features/delivery/schema.ts'
import { arrivesText } from '#features/delivery/texts.ts'
import { useQuote } from '#features/quote/use-quote.ts'
import { problemText } from '#kit/browser/client.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { SelectField } from '#kit/ui/form/select-field.tsx'
import { classNames } from '#kit/ui/mark/class-names.ts'
import { FailureState } from '#kit/ui/page/failure-state.tsx'
import { rememberCountry, rememberedCountry } from '../country-choice.ts'
import type { CartLine } from '../lines.ts'
import { type EstimatedTerms, estimatedTerms } from './estimated-terms.ts'
import { Total } from './total.tsx'

type EstimateProps = {
  /** Those that can be ordered. */
  lines: readonly CartLine[]
  /** What they come to, as a fact beside delivery and tax. */
  parts: EstimatedTerms['facts'][number]
  /** What is shown while nothing else is to pay. */
  total: ReactNode
}

/** What delivery and tax would cost in a country, and when the lines would arrive; with the total. */
export function Estimate(props: EstimateProps) {
  const { list: countries, error, retry } = useCountries(true)
  const [code, setCode] = useState(rememberedCountry)
  const [isChanged, setIsChanged] = useState(false)
  if (error !== undefined)
    return (
      <>
        <FailureState title="The countries could not be loaded" detail={problemText(error)} onRetry={retry} />
        {props.total}
      </>
    )
  const choose = (chosen: string) => {
    setCode(chosen)
    rememberCountry(chosen)
    setIsChanged(false)
  }
  const country = countries?.find((each) => each.code === code)
  const isFolded = country !== undefined && !isChanged
  return (
    <>
      {/* On a phone the total stays at the bottom of the window: what is chosen there is one line high. */}
      <div className={classNames('-mb-5', isFolded && 'max-lg:hidden')}>
        <SelectField
          label="Deliver to"
          isLoading={!countries}
          value={country?.code ?? ''}
          onChange={({ target }) => choose(target.value)}
        >
          <option value="">Choose a country</option>
          {countries?.map((each) => (
            <option key={each.code} value={each.code}>
              {each.name}
            </option>
          ))}
        </SelectField>
      </div>
      {isFolded && (
        <p className="flex items-center justify-between gap-x-4 text-sm lg:hidden">
          {`Delivered to ${country.name}`}
          <Button variant="quiet" size="sm" onClick={() => setIsChanged(true)}>
            Change
          </Button>
        </p>
      )}
      <div role="status" className="grid gap-2">
        {country ? <CountryTerms {...props} country={country} /> : props.total}
      </div>
    </>
  )
}

function CountryTerms({
  country: { code, name, served },
  lines,
  parts,
  total,
}: EstimateProps & { country: Country }) {
  const isAsked = served && lines.length > 0
  const body = isAsked ? JSON.stringify({ lines, deliverTo: { country: code } }) : undefined
  const quoted = useQuote(body, code)
  const plain = (note: string) => (
    <>
      <p className="text-sm text-wait">{note}</p>
      {total}
    </>
  )
  if (!served) return plain(`The shop does not deliver to ${name}.`)
  if (!isAsked) return total
  if (quoted.error !== undefined)
    return (
      <>
        <FailureState
          title="Delivery could not be estimated"
          detail={problemText(quoted.error)}
          onRetry={quoted.retry}
        />
        {total}
      </>
    )
  if (!quoted.quote || quoted.answered !== body)
    return (
      <>
        <p className="text-muted text-sm">Estimating…</p>
        {total}
      </>
    )
  const terms = estimatedTerms(quoted.quote)
  if (!terms) return plain(`No delivery takes these parts to ${name} as they are.`)
  return <Terms terms={terms} parts={parts} />
}

const Terms = ({ terms, parts }: Pick<EstimateProps, 'parts'> & { terms: EstimatedTerms }) => (
  <>
    <dl className="grid gap-1 text-sm tabular-nums">
      {[parts, ...terms.facts].map(({ label, value }) => (
        <div key={label} className="flex justify-between gap-x-4 max-lg:first:hidden">
          <dt className="text-muted">{label}</dt>
          <dd className="text-end">{value}</dd>
        </div>
      ))}
    </dl>
    {terms.note !== undefined && <p className="text-muted text-sm max-lg:hidden">{terms.note}</p>}
    <Total label="To pay" value={terms.total} />
    <p className="text-muted text-sm">
      {`${arrivesText(terms.arrives)}, if ordered now. `}
      <span className="max-lg:hidden">The checkout has the exact total.</span>
    </p>
  </>
)
