import { type ReactNode, useId, useState } from 'react'
import { formatCount } from '#kit/text/count-text.ts'
import { listText } from '#kit/text/list-text.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { SelectField } from '#kit/ui/form/select-field.tsx'
import { Notice } from '#kit/ui/mark/notice.tsx'
import type { FileColumns } from '../../schema.ts'
import { ColumnsTable } from './columns-table.tsx'
import { firstDraft, type ImportDraft, openQuestions, readAgain, toReading } from './draft.ts'
import { NewCategoriesPanel } from './new-categories-panel.tsx'
import { NewPartsField } from './new-parts-field.tsx'
import { PicturesField } from './pictures-field.tsx'
import type { NewImport, OpenFile } from './use-new-import.ts'
import type { SendingPictures } from './use-pictures.ts'

type ColumnsPanelProps = { open: OpenFile; upload: NewImport; pictures: SendingPictures }

/** What the columns of a file mean, before it is read. */
export function ColumnsPanel({ open, upload, pictures }: ColumnsPanelProps) {
  const heading = useId()
  const { found, file } = open
  const isChosen = found.columns.length > 0
  return (
    <section aria-labelledby={heading} className="grid gap-6">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <h2 id={heading} className="text-lg [overflow-wrap:anywhere]">
            {isChosen ? `What the columns of ${file.name} mean` : `Which sheet of ${file.name} to read`}
          </h2>
          {isChosen && <p className="text-muted text-sm">{aboutFile(found)}</p>}
        </div>
        <Button variant="secondary" size="sm" onClick={upload.close}>
          Another file
        </Button>
      </div>
      {found.sheets.length > 1 && <SheetChoice open={open} upload={upload} />}
      {isChosen && <Columns key={found.sheet} open={open} upload={upload} pictures={pictures} />}
    </section>
  )
}

function aboutFile({ rows, headRow, hidden, sheet, sheets }: FileColumns): string {
  const count = (number: number, what: string) => `${formatCount(number)} ${what}${number === 1 ? '' : 's'}`
  const left = [
    ...(hidden.rows > 0 ? [count(hidden.rows, 'hidden row')] : []),
    ...(hidden.columns > 0 ? [count(hidden.columns, 'hidden column')] : []),
  ]
  const names = headRow > 1 ? `, named in row ${headRow}` : ''
  const of = sheet !== undefined && sheets.length > 1 ? ` of the sheet “${sheet}”` : ''
  const hiddenText =
    left.length > 0 ? ` ${listText(left)} left out: show them in Excel to read them too.` : ''
  return `${count(rows, 'row')}${of}${names}.${hiddenText} Nothing changes before you apply it.`
}

function SheetChoice({ open, upload }: Pick<ColumnsPanelProps, 'open' | 'upload'>) {
  const { found, file } = open
  return (
    <SelectField
      label="Sheet"
      className="max-w-sm"
      hint="Several sheets of the workbook have data."
      value={found.sheet ?? ''}
      onChange={({ target }) => void upload.choose({ file, sheet: target.value }, true)}
    >
      {found.sheet === undefined && <option value="">Choose a sheet</option>}
      {found.sheets.map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}

function Columns({ open, upload, pictures }: ColumnsPanelProps) {
  const { found, file } = open
  const [draft, setDraft] = useState<ImportDraft>(() => firstDraft(found))
  const [before, setBefore] = useState(found)
  // It was read again, after its categories were added.
  if (before !== found) {
    setBefore(found)
    setDraft(readAgain(draft, before, found))
  }
  const questions = openQuestions(found, draft)
  const change = (changed: Partial<ImportDraft>) => setDraft({ ...draft, ...changed })
  const read = () => {
    const sent = Object.keys(pictures.sent).length > 0 ? { pictures: pictures.sent } : {}
    void upload.add({ file, sheet: found.sheet }, { reading: toReading(found, draft), ...sent })
  }
  return (
    <>
      <ColumnsTable found={found} draft={draft} questions={questions} onChange={change} />
      <NewCategoriesPanel
        found={found}
        draft={draft}
        onAdded={() => void upload.choose({ file, sheet: found.sheet }, true)}
      />
      <div className="grid items-start gap-6 md:grid-cols-2">
        <NewPartsField found={found} draft={draft} onChange={change} />
        <PicturesField pictures={pictures} />
      </div>
      <div className="grid gap-3">
        <Questions texts={questions.map(({ text }) => text)} />
        <div>
          <Button
            disabled={questions.length > 0 || pictures.left > 0}
            busy={upload.running !== undefined}
            onClick={read}
          >
            {`Compare ${formatCount(found.rows)} ${found.rows === 1 ? 'row' : 'rows'}`}
          </Button>
        </div>
      </div>
    </>
  )
}

/** A screen reader reads what is left to answer when that changes. */
function Questions({ texts }: { texts: readonly string[] }): ReactNode {
  if (texts.length === 0) return <div role="status" />
  return (
    <Notice tone="waiting">
      <p className="font-medium">Before the file can be compared:</p>
      <ul className="ms-5 list-disc text-sm">
        {texts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </Notice>
  )
}
