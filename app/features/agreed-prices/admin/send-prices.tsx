import { useState } from 'react'
import { signOutIfForbidden } from '#features/accounts/components.tsx'
import { breaksText } from '#features/catalog/fields.ts'
import { ProblemError, problemText } from '#kit/browser/client.ts'
import { readTextFile } from '#kit/browser/read-text-file.ts'
import { partsText } from '#kit/list-position.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { FileButton } from '#kit/ui/form/file-button.tsx'
import { CheckboxField, TextAreaField } from '#kit/ui/form/other-fields.tsx'
import { useFileDrop } from '#kit/ui/form/use-file-drop.ts'
import { LARGEST_LIST } from '../limits.ts'
import type { ComparedPrices } from '../schema.ts'
import { compareList, type SentList } from './agreed-calls.ts'
import { pricesText } from './prices-text.ts'

type SendPricesProps = {
  companyId: string
  onSave: (list: SentList, revision: number, text: string) => Promise<void>
}

/** Prices as a pasted list or a file: what they change is shown before it is saved. */
export function SendPrices({ companyId, onSave }: SendPricesProps) {
  const [text, setText] = useState('')
  const [isWhole, setIsWhole] = useState(false)
  const [compared, setCompared] = useState<{ list: SentList; answer: ComparedPrices }>()
  const { busy, problem, run } = useRun()
  const drop = useFileDrop(async (file) => {
    await run(async () => {
      const read = await readTextFile(file, LARGEST_LIST.bytes)
      if ('problem' in read) return read.problem
      change(read.text)
      return undefined
    })
  })
  const change = (next: string) => {
    setText(next)
    setCompared(undefined)
  }
  const compare = () =>
    run(async () => {
      const list = { content: text, isMerged: !isWhole }
      setCompared({ list, answer: await compareList(companyId, list) })
      return undefined
    })
  const save = ({ list, answer }: NonNullable<typeof compared>) =>
    run(async () => {
      await onSave(list, answer.revision, `Prices of ${partsText({ total: answer.changes.length })} saved`)
      change('')
      return undefined
    })
  return (
    <div className="grid gap-3" {...drop.target}>
      <TextAreaField
        label="Change prices"
        name="prices"
        rows={5}
        value={text}
        onChange={({ target }) => change(target.value)}
        placeholder={
          'sku,prices,validFrom,validTo\nHX-933-M8-40,100:0.0612 1000:0.0555,2026-01-01,2026-12-31'
        }
        hint="A CSV file with these columns; the days can be left out. Paste it, or drop it here."
        error={problem ?? null}
      />
      <CheckboxField
        label="Replace the whole list: parts that are not named have no agreed price any more"
        name="whole"
        checked={isWhole}
        onChange={({ target }) => {
          setIsWhole(target.checked)
          setCompared(undefined)
        }}
      />
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" busy={busy && !compared} disabled={text.trim() === ''} onClick={compare}>
          See what changes
        </Button>
        <FileButton label="Open a file" accept=".csv,.txt,text/*" onChoose={drop.onChoose} />
      </div>
      {compared && (
        <Changes
          answer={compared.answer}
          busy={busy}
          onSave={() => save(compared)}
          onDiscard={() => setCompared(undefined)}
        />
      )}
    </div>
  )
}

/** Runs one thing at a time, and keeps why it failed, as it says or as it throws. */
function useRun() {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const run = async (what: () => Promise<string | undefined>) => {
    setBusy(true)
    setProblem(undefined)
    try {
      setProblem(await what())
    } catch (thrown) {
      if (!signOutIfForbidden(thrown)) setProblem(textOf(thrown))
    }
    setBusy(false)
  }
  return { busy, problem, run }
}

/** What the shop says to a list; of several wrong rows the first, and how many others there are. */
function textOf(thrown: unknown): string {
  const others = thrown instanceof ProblemError ? thrown.errors.length - 1 : 0
  return others > 0 ? `${problemText(thrown)} ${others} more are wrong.` : problemText(thrown)
}

const SHOWN = 100

type ChangesProps = { answer: ComparedPrices; busy: boolean; onSave: () => void; onDiscard: () => void }

/** The prices of each part before and after. */
function Changes({ answer: { changes, unchanged }, busy, onSave, onDiscard }: ChangesProps) {
  const same = unchanged > 0 ? `${partsText({ total: unchanged })} unchanged.` : ''
  if (changes.length === 0) return <p role="status">{`Nothing changes. ${same}`}</p>
  return (
    <section aria-label="Changes" className="grid gap-3">
      <p role="status" className="text-sm">{`${partsText({ total: changes.length })} changed. ${same}`}</p>
      <ul className="grid gap-2 border-line border-y py-2 text-sm">
        {changes.slice(0, SHOWN).map(({ sku, name, list, from, to }) => (
          <li key={sku} className="wrap-anywhere">
            <span className="font-mono">{sku}</span> <span className="text-muted">{name}</span>
            <span className="block">
              <del className="text-muted">{allText(from)}</del>
              {' → '}
              <ins className="no-underline">{allText(to)}</ins>
              <span className="text-muted">{` (list ${breaksText(list)})`}</span>
            </span>
          </li>
        ))}
        {changes.length > SHOWN && (
          <li className="text-muted">{`and ${formatCount(changes.length - SHOWN)} more`}</li>
        )}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button variant="quiet" onClick={onDiscard}>
          Discard
        </Button>
        <Button busy={busy} onClick={onSave}>
          {changes.length === 1 ? 'Save 1 change' : `Save ${formatCount(changes.length)} changes`}
        </Button>
      </div>
    </section>
  )
}

const allText = (rows: ComparedPrices['changes'][number]['from']): string =>
  rows.length === 0 ? 'none' : rows.map(pricesText).join('; ')
