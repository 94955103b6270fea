import { invoicePaperTexts } from '#features/documents/texts.ts'
import type { SettingsValues } from '../form/draft.ts'
import { ExampleOutcome } from './example-panel.tsx'
import type { ExampleState } from './use-example.ts'

type SellerPreviewProps = { seller: SettingsValues['seller']; state: ExampleState }

/** The seller as invoices and credit notes show it, with the address as the post of its country writes it. */
export function SellerPreview({ seller, state }: SellerPreviewProps) {
  const lines = state.example?.sellerLines
  const { phone, email, vatId, taxNumber, bank } = seller
  const facts = [
    phone,
    email,
    vatId && invoicePaperTexts.vatId(vatId),
    taxNumber && invoicePaperTexts.taxNumber(taxNumber),
  ].filter(Boolean)
  return (
    <section aria-labelledby="preview" className="rounded border border-line bg-sunken p-4">
      <h2 id="preview" className="text-base">
        On invoices
      </h2>
      <p className="mb-3 text-muted text-sm">
        As it is here, before it is saved. Order confirmations and packing slips show the address and the tax
        ID.
      </p>
      <ExampleOutcome state={state}>
        {lines ? (
          <address className="whitespace-pre-line not-italic wrap-anywhere">{lines.join('\n')}</address>
        ) : (
          <p className="text-muted">The address appears when nothing of it is missing.</p>
        )}
        <p className="whitespace-pre-line wrap-anywhere">{facts.join('\n')}</p>
        {bank && (
          <p className="mt-3 border-line border-t pt-3 text-muted wrap-anywhere">
            {`At the foot: ${invoicePaperTexts.bank({ ...bank, iban: bank.iban.replaceAll(/\s/g, '') })}`}
          </p>
        )}
      </ExampleOutcome>
    </section>
  )
}
