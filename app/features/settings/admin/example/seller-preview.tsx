import type { SettingsValues } from '../form/draft.ts'
import { ExampleOutcome } from './example-panel.tsx'
import type { ExampleState } from './use-example.ts'

type SellerPreviewProps = { seller: SettingsValues['seller']; state: ExampleState }

/** The seller as documents show it, with the address as the post of its country writes it. */
export function SellerPreview({ seller, state }: SellerPreviewProps) {
  const lines = state.example?.sellerLines
  const taxId = seller.vatId ?? seller.taxNumber
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
        {taxId && <p className="mt-3 text-muted wrap-anywhere">{`Tax ID ${taxId}`}</p>}
      </ExampleOutcome>
    </section>
  )
}
