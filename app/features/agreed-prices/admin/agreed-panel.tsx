import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { signOutIfForbidden } from '#features/accounts/components.tsx'
import { partPath } from '#features/catalog/paths.ts'
import { problemText } from '#kit/browser/client.ts'
import { saveBlob } from '#kit/browser/save-file.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { Field } from '#kit/ui/form/field.tsx'
import { SkeletonRows } from '#kit/ui/mark/skeleton.tsx'
import { notifyUndo } from '#kit/ui/overlay/undo-toast.tsx'
import { FailureState } from '#kit/ui/page/failure-state.tsx'
import type { AgreedPrice, AgreedPrices } from '../schema.ts'
import { agreedFile, fetchAgreed, pricesPath, type SentList, saveList } from './agreed-calls.ts'
import { pricesText } from './prices-text.ts'
import { SendPrices } from './send-prices.tsx'

type AgreedPanelProps = { company: { readonly _id: string; readonly name: string } }

/** The prices that are agreed with a company: found, changed by a pasted list, downloaded. */
export function AgreedPanel({ company }: AgreedPanelProps) {
  const { _id, name } = company
  const [loaded, setLoaded] = useState<{ agreed?: AgreedPrices; error?: unknown }>({})
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt fetches them again.
  useEffect(() => {
    let isOver = false
    fetchAgreed(_id).then(
      (agreed) => {
        if (!isOver) setLoaded({ agreed })
      },
      (error: unknown) => {
        if (!isOver && !signOutIfForbidden(error)) setLoaded({ error })
      },
    )
    return () => {
      isOver = true
    }
  }, [_id, attempt])
  const { agreed, error } = loaded
  const again = () => setAttempt((count) => count + 1)
  if (error !== undefined)
    return <FailureState title="The prices could not be loaded" detail={problemText(error)} onRetry={again} />
  if (!agreed) return <SkeletonRows className="h-10 w-full" />
  const save = async (list: SentList, revision: number, text: string) => {
    const saved = await saveList(_id, list, revision)
    const body = { prices: agreed.prices, revision: saved.revision }
    notifyUndo({ text: `${text} of ${name}`, calls: [{ method: 'PUT', path: pricesPath(_id), body }] })
    setLoaded({ agreed: saved })
  }
  return (
    <div className="grid gap-6">
      <AgreedTable
        agreed={agreed}
        onRemove={(row) => {
          const content = agreed.prices.filter((each) => each !== row)
          return save({ content, isMerged: false }, agreed.revision, `Price of ${row.sku} removed`)
        }}
      />
      <div className="flex flex-wrap gap-2">
        <Button
          variant="secondary"
          size="sm"
          disabled={agreed.prices.length === 0}
          onClick={() => saveBlob(agreedFile(agreed.prices), `agreed-prices-${_id}.csv`)}
        >
          Download
        </Button>
      </div>
      <SendPrices companyId={_id} onSave={save} />
    </div>
  )
}

const SHOWN_AT_ONCE = 50

type AgreedTableProps = { agreed: AgreedPrices; onRemove: (row: AgreedPrice) => Promise<void> }

function AgreedTable({ agreed: { prices }, onRemove }: AgreedTableProps) {
  const [q, setQ] = useState('')
  const [most, setMost] = useState(SHOWN_AT_ONCE)
  const word = q.trim().toLowerCase()
  const found = word ? prices.filter(({ sku }) => sku.toLowerCase().includes(word)) : prices
  if (prices.length === 0)
    return (
      <p className="text-muted text-sm">
        No prices are agreed. Paste some below; all else costs what the list says, less the discount.
      </p>
    )
  return (
    <div className="grid gap-3">
      <Field
        label="Search part numbers"
        name="q"
        type="search"
        value={q}
        onChange={({ target }) => {
          setQ(target.value)
          setMost(SHOWN_AT_ONCE)
        }}
      />
      <p role="status" className="text-muted text-sm">
        {word
          ? `${formatCount(found.length)} of ${formatCount(prices.length)} prices`
          : `${formatCount(prices.length)} prices`}
      </p>
      <ul aria-label="Agreed prices" className="border-line border-t">
        {found.slice(0, most).map((row) => (
          <AgreedRow key={`${row.sku} ${row.validFrom}`} row={row} onRemove={onRemove} />
        ))}
      </ul>
      {found.length > most && (
        <Button variant="secondary" size="sm" onClick={() => setMost(most + SHOWN_AT_ONCE)}>
          Show more
        </Button>
      )}
    </div>
  )
}

type AgreedRowProps = { row: AgreedPrice; onRemove: AgreedTableProps['onRemove'] }

function AgreedRow({ row, onRemove }: AgreedRowProps) {
  const [error, setError] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const remove = async () => {
    setBusy(true)
    setError(undefined)
    await onRemove(row).catch((thrown: unknown) => {
      if (!signOutIfForbidden(thrown)) setError(thrown)
    })
    setBusy(false)
  }
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 border-line border-b py-1 text-sm">
      <Link to={partPath(row.sku)} className="font-mono wrap-anywhere">
        {row.sku}
      </Link>
      <span className="min-w-0 grow">
        {pricesText(row)}
        {error !== undefined && <span className="block text-bad text-xs">{problemText(error)}</span>}
      </span>
      <Button
        variant="quiet"
        size="sm"
        busy={busy}
        aria-label={`Remove the price of ${row.sku}`}
        onClick={remove}
      >
        Remove
      </Button>
    </li>
  )
}
