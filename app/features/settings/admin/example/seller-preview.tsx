import type { SettingsValues } from '../form/draft.ts'
import { ExampleOutcome } from './example-panel.tsx'
import type { ExampleState } from './use-example.ts'

type SellerPreviewProps = { seller: SettingsValues['seller']; state: ExampleState }

/** The seller as documents show it, with the address as the post of its country writes it. */
export function SellerPreview({ seller, state }: SellerPreviewProps) {
  const lines = state.example?.sellerLines
  const { vatId, taxNumber, email, phone, bank } = seller
  const facts = [
    vatId && `VAT ID ${vatId}`,
    taxNumber && `Tax number ${taxNumber}`,
    email,
    phone,
    bank && [bank.name, bank.iban, bank.bic].filter(Boolean).join(' · '),
  ].filter(Boolean)
  return (
    <section aria-labelledby="preview" className="rounded border border-line bg-sunken p-4">
      <h2 id="preview" className="text-base">
        On documents
      </h2>
      <p className="mb-3 text-muted text-sm">As it is here, before it is saved.</p>
      <ExampleOutcome state={state}>
        {lines ? (
          <address className="whitespace-pre-line not-italic wrap-anywhere">{lines.join('\n')}</address>
        ) : (
          <p className="text-muted">The address appears when nothing of it is missing.</p>
        )}
        {facts.length > 0 && (
          <p className="mt-3 whitespace-pre-line text-muted wrap-anywhere">{facts.join('\n')}</p>
        )}
      </ExampleOutcome>
    </section>
  )
}
