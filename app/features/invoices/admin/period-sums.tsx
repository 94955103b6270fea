import { useEffect, useState } from 'react'
import { signOutIfForbidden } from '#features/accounts/components.tsx'
import { sumText } from '#features/documents/listed-documents.ts'
import { problemText } from '#kit/browser/client.ts'
import { monthText } from '#kit/input/day-range.ts'
import { addTotals } from '#kit/money.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { ExportButton } from '#kit/ui/admin/export-button.tsx'
import { type Column, DataTable } from '#kit/ui/list/data-table.tsx'
import { Notice } from '#kit/ui/mark/notice.tsx'
import { Section } from '#kit/ui/page/page-layout.tsx'
import type { DocumentSums } from '../schema.ts'
import { ecSalesPath, fetchSums } from './client.ts'
import { type InvoiceFilter, writeFilter } from './selection.ts'
import { taxKindText } from './tax-kind-text.ts'

const sumCell = (dollars: number | undefined) => (dollars === undefined ? null : sumText(dollars))

const COLUMNS: Column<DocumentSums>[] = [
  { key: 'month', header: 'Month', cell: ({ month }) => monthText(month) },
  {
    key: 'rate',
    header: 'Rate',
    cell: ({ taxKind, taxPercent }) =>
      taxKind === undefined ? 'not kept' : taxKindText(taxKind, taxPercent),
  },
  { key: 'invoices', header: 'Invoices', align: 'end', cell: ({ invoices }) => formatCount(invoices) },
  { key: 'notes', header: 'Credit notes', align: 'end', cell: ({ creditNotes }) => formatCount(creditNotes) },
  { key: 'net', header: 'Net', align: 'end', cell: ({ net }) => sumCell(net) },
  { key: 'tax', header: 'Tax', align: 'end', cell: ({ tax }) => sumCell(tax) },
  { key: 'gross', header: 'Gross', align: 'end', cell: ({ gross }) => sumCell(gross) },
]

const rowKey = ({ month, taxKind, taxPercent }: DocumentSums): string =>
  [month, taxKind, taxPercent].join(' ')

type Outcome = { readonly sums: readonly DocumentSums[] } | { readonly problem: string }

/** What the chosen documents come to, by month and rate, credit notes taken off; nothing without any. */
export function PeriodSums({ filter }: { filter: InvoiceFilter }) {
  const query = writeFilter(filter)
  const [outcome, setOutcome] = useState<Outcome>()
  useEffect(() => {
    const abort = new AbortController()
    setOutcome(undefined)
    fetchSums(query, abort.signal).then(
      (sums) => setOutcome({ sums }),
      (error: unknown) => {
        if (!abort.signal.aborted && !signOutIfForbidden(error)) setOutcome({ problem: problemText(error) })
      },
    )
    return () => abort.abort()
  }, [query])
  if (!outcome) return null
  if ('problem' in outcome)
    return <Notice tone="bad">{`The sums could not be loaded. ${outcome.problem}`}</Notice>
  const { sums } = outcome
  if (sums.length === 0) return null
  const together = (of: (row: DocumentSums) => number | undefined) =>
    sumText(addTotals(sums.map((row) => of(row) ?? 0)))
  return (
    <Section
      title="Sums"
      lead={`Credit notes are taken off. Together net ${together(({ net }) => net)}, tax ${together(({ tax }) => tax)}, gross ${together(({ gross }) => gross)}.`}
      action={
        sums.some(({ taxKind }) => taxKind === 'reverse_charge') && (
          <ExportButton path={() => ecSalesPath(filter)} onFailure={signOutIfForbidden}>
            EC sales list
          </ExportButton>
        )
      }
    >
      <DataTable caption="Sums by month and rate of tax" columns={COLUMNS} rows={[...sums]} rowKey={rowKey} />
    </Section>
  )
}
