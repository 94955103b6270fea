import { useState } from 'react'
import { useCountries } from '#features/delivery/components.tsx'
import type { Country } from '#features/delivery/schema.ts'
import { arrivesText } from '#features/delivery/texts.ts'
import { useQuote } from '#features/quote/use-quote.ts'
import { problemText } from '#kit/browser/client.ts'
import { SelectField } from '#kit/ui/form/select-field.tsx'
import { FactList } from '#kit/ui/list/fact-list.tsx'
import { FailureState } from '#kit/ui/page/failure-state.tsx'
import { rememberCountry, rememberedCountry } from '../country-choice.ts'
import type { CartLine } from '../lines.ts'
import { estimatedTerms } from './estimated-terms.ts'

/** What delivery and tax would cost in a country, and when the lines that can be ordered would arrive. */
export function Estimate({ lines }: { lines: readonly CartLine[] }) {
  const { list: countries, error, retry } = useCountries(true)
  const [code, setCode] = useState(rememberedCountry)
  if (error !== undefined)
    return (
      <FailureState title="The countries could not be loaded" detail={problemText(error)} onRetry={retry} />
    )
  const choose = (chosen: string) => {
    setCode(chosen)
    rememberCountry(chosen)
  }
  const country = countries?.find((each) => each.code === code)
  return (
    <>
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
      <div role="status">{country && <CountryTerms country={country} lines={lines} />}</div>
    </>
  )
}

function CountryTerms({
  country: { code, name, served },
  lines,
}: {
  country: Country
  lines: readonly CartLine[]
}) {
  const isAsked = served && lines.length > 0
  const body = isAsked ? JSON.stringify({ lines, deliverTo: { country: code } }) : undefined
  const quoted = useQuote(body, code)
  if (!served) return <p className="text-sm text-wait">{`The shop does not deliver to ${name}.`}</p>
  if (!isAsked) return null
  if (quoted.error !== undefined)
    return (
      <FailureState
        title="Delivery could not be estimated"
        detail={problemText(quoted.error)}
        onRetry={quoted.retry}
      />
    )
  if (!quoted.quote || quoted.answered !== body) return <p className="text-muted text-sm">Estimating…</p>
  const terms = estimatedTerms(quoted.quote)
  if (!terms)
    return <p className="text-sm text-wait">{`No delivery takes these parts to ${name} as they are.`}</p>
  return (
    <div className="grid gap-2">
      <FactList facts={[...terms.facts]} />
      {terms.note !== undefined && <p className="text-muted text-sm">{terms.note}</p>}
      <p className="text-muted text-sm">{`${arrivesText(terms.arrives)}, if ordered now. The checkout has the exact sum.`}</p>
    </div>
  )
}
