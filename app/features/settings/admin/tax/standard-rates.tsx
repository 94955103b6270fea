import { useState } from 'react'
import type { StandardRates } from '#features/tax/schema.ts'
import { countryName } from '#kit/text/country-name.ts'
import { ChangeLine } from '#kit/ui/admin/save-bar.tsx'
import { Button } from '#kit/ui/form/button.tsx'
import { CheckboxField } from '#kit/ui/form/other-fields.tsx'
import { Notice } from '#kit/ui/mark/notice.tsx'
import type { TaxRateDraft } from '../form/draft.ts'
import { type OfferedRate, offeredRates, withOffered } from './offered-rates.ts'

/** What the offer is about, as it is typed. */
type Typed = { readonly rates: readonly TaxRateDraft[]; readonly euUnion: boolean }

type StandardRatesOfferProps = {
  typed: Typed
  /** The country of the seller. */
  country: string
  standard: StandardRates
  /** Replaces what is typed; it is saved with the form. */
  onChange: (typed: Typed) => void
}

/**
 * Offers the standard rates of the EU; a seller there gets its rules with them. Where none of the entered rates differs one click
 * takes them over, else what would change is shown first. Both can be undone afterwards.
 */
export function StandardRatesOffer({ typed, country, standard, onChange }: StandardRatesOfferProps) {
  const { rates } = typed
  const [isOpen, setIsOpen] = useState(false)
  const [taken, setTaken] = useState<{ former: Typed; now: typeof rates }>()
  const offered = offeredRates(rates, standard.rates)
  const isFromEu = standard.rates.some((rate) => rate.country === country)
  const take = (chosen: typeof offered) => {
    const now = withOffered(rates, chosen)
    setTaken({ former: { rates, euUnion: typed.euUnion }, now })
    setIsOpen(false)
    onChange({ rates: now, euUnion: typed.euUnion || isFromEu })
  }
  // Who has edited the rates since then would lose that by an undo.
  if (taken && taken.now === rates)
    return (
      <Notice
        tone="good"
        className="mt-3"
        action={
          <Button
            variant="secondary"
            size="sm"
            onClick={() => {
              onChange(taken.former)
              setTaken(undefined)
            }}
          >
            Undo
          </Button>
        }
      >
        {`The standard rates are taken over, as they were read on ${standard.readOn}. Save the settings to charge them.`}
      </Notice>
    )
  if (!isOpen)
    return (
      <Button
        variant="secondary"
        size="sm"
        className="mt-3"
        disabled={offered.length === 0}
        onClick={() => (offered.some(({ row }) => row !== undefined) ? setIsOpen(true) : take(offered))}
      >
        {offered.length === 0
          ? 'All standard rates of the EU are entered'
          : 'Use the standard rates of the 27 EU countries'}
      </Button>
    )
  return <Preview offered={offered} standard={standard} onCancel={() => setIsOpen(false)} onTake={take} />
}

type PreviewProps = {
  offered: readonly OfferedRate[]
  standard: StandardRates
  onCancel: () => void
  onTake: (chosen: readonly OfferedRate[]) => void
}

function Preview({ offered, standard, onCancel, onTake }: PreviewProps) {
  const [replaces, setReplaces] = useState(false)
  const different = offered.filter(({ row }) => row !== undefined)
  const chosen = replaces ? offered : offered.filter(({ row }) => row === undefined)
  return (
    <section
      aria-labelledby="standard-rates"
      className="mt-3 rounded border border-line bg-sunken px-4 pt-3 pb-4"
    >
      <h3 id="standard-rates" className="text-base">
        Standard rates of the EU
      </h3>
      <p className="mb-3 max-w-prose text-muted text-sm">
        {`Read on ${standard.readOn} from: ${standard.source}. Rates change: check those that you charge.`}
      </p>
      {different.length > 0 && (
        <CheckboxField
          label={`Replace the rates that differ (${different.length})`}
          hint="Without this the rates that you entered stay."
          checked={replaces}
          onChange={({ target }) => setReplaces(target.checked)}
        />
      )}
      <ul aria-label="What changes" className="mb-4 gap-x-6 text-sm sm:columns-2">
        {chosen.map(({ rate: { country, percent }, from }) => (
          <ChangeLine
            key={country}
            change={{ label: countryName(country), from: from ? `${from} %` : 'none', to: `${percent} %` }}
          />
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button disabled={chosen.length === 0} onClick={() => onTake(chosen)}>
          {chosen.length === 1 ? 'Use 1 rate' : `Use ${chosen.length} rates`}
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </section>
  )
}
