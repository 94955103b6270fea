import { type Column, DataTable } from '#kit/ui/list/data-table.tsx'
import { classNames } from '#kit/ui/mark/class-names.ts'
import type { FileColumn, FileColumns, KnownField } from '../../schema.ts'
import { asksForMark, type ImportDraft, type OpenQuestion } from './draft.ts'

type ColumnsTableProps = {
  found: FileColumns
  draft: ImportDraft
  questions: readonly OpenQuestion[]
  onChange: (changed: Partial<ImportDraft>) => void
}

/** The columns of a file: its name, its first values, and what it means. */
export function ColumnsTable(props: ColumnsTableProps) {
  const { found } = props
  const columns: Column<FileColumn>[] = [
    {
      key: 'head',
      header: 'Column',
      className: '@min-[704px]:w-1/4 [overflow-wrap:anywhere]',
      cell: ({ head }, index) => <span className="font-medium">{nameOf(head, index)}</span>,
    },
    {
      key: 'samples',
      header: 'First values',
      className: '@min-[704px]:w-1/3 @max-[704px]:col-span-full',
      cell: ({ samples }) => <Samples samples={samples} />,
    },
    {
      key: 'field',
      header: 'Means',
      className: '@max-[704px]:col-span-full',
      cell: (column, index) => <Meaning {...props} column={column} index={index} />,
    },
  ]
  return (
    <DataTable
      caption="Columns of the file"
      columns={columns}
      rows={[...found.columns]}
      rowKey={(column) => String(found.columns.indexOf(column))}
    />
  )
}

const nameOf = (head: string, index: number): string => head.trim() || `Column ${index + 1}`

const Samples = ({ samples }: { samples: readonly string[] }) =>
  samples.length === 0 ? (
    <span className="text-muted">Empty</span>
  ) : (
    <span className="text-muted text-sm [overflow-wrap:anywhere]">{samples.join(' · ')}</span>
  )

const WHY = {
  remembered: 'As in the last file with these columns.',
  name: 'By its name.',
  content: 'By its values.',
} as const

const SELECT =
  'h-10 w-full min-w-0 rounded border bg-paper px-2 text-ink text-sm hover:border-ink pointer-coarse:h-11'

type MeaningProps = ColumnsTableProps & { column: FileColumn; index: number }

function Meaning({ found, draft, questions, onChange, column, index }: MeaningProps) {
  const field = draft.columns[index] ?? ''
  const name = nameOf(column.head, index)
  const isAsked = questions.some((question) => question.column === index)
  const set = (next: string) =>
    onChange({ columns: draft.columns.map((each, at) => (at === index ? next : each)) })
  return (
    <div className="grid gap-1 py-1">
      <select
        aria-label={`What ${name} means`}
        className={classNames(SELECT, isAsked ? 'border-wait-edge' : 'border-edge')}
        value={field}
        onChange={({ target }) => set(target.value)}
      >
        <option value="">Leave out</option>
        {groupsOf(found.fields).map(({ label, fields }) => (
          <optgroup key={label} label={label}>
            {fields.map((each) => (
              <option key={each.field} value={each.field}>
                {each.label}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
      <span className="text-muted text-xs">{whyText(column, field)}</span>
      {asksForMark(found, draft, index) && column.twoWays && (
        <MarkChoice
          name={name}
          twoWays={column.twoWays}
          mark={draft.marks[index]}
          onChange={(mark) => onChange({ marks: { ...draft.marks, [index]: mark } })}
        />
      )}
    </div>
  )
}

function whyText({ why, field: suggested }: FileColumn, field: string): string {
  if (why !== undefined && suggested === field) return WHY[why]
  return field === '' && suggested === undefined ? 'The shop does not recognise its name.' : 'As you chose.'
}

function groupsOf(fields: readonly KnownField[]) {
  const isBreak = ({ field }: KnownField) => /^(?:from|price) \d+$/.test(field)
  const isAttribute = ({ field }: KnownField) => field.startsWith('attribute:')
  return [
    { label: 'Part', fields: fields.filter((each) => !isBreak(each) && !isAttribute(each)) },
    { label: 'Attributes', fields: fields.filter(isAttribute) },
    { label: 'Price breaks', fields: fields.filter(isBreak) },
  ].filter((group) => group.fields.length > 0)
}

type MarkChoiceProps = {
  name: string
  twoWays: NonNullable<FileColumn['twoWays']>
  mark: '.' | ',' | undefined
  onChange: (mark: '.' | ',') => void
}

/** A number of the column can be read in two ways: which one is for whoever knows the file. */
function MarkChoice({ name, twoWays: { text, smaller, larger }, mark, onChange }: MarkChoiceProps) {
  const own = text.includes(',') ? ',' : '.'
  const other = own === ',' ? '.' : ','
  return (
    <fieldset className="grid gap-1 rounded border border-wait-edge bg-wait-tint px-3 py-2 text-start text-sm">
      <legend className="sr-only">{`How numbers in ${name} are read`}</legend>
      <span className="font-medium">{`What is ${text}?`}</span>
      {[
        { value: own, label: `${smaller} (its ${own === ',' ? 'comma' : 'point'} parts decimals)` },
        { value: other, label: `${larger.toLocaleString('en')} (it parts thousands)` },
      ].map(({ value, label }) => (
        <label key={value} className="flex min-h-8 cursor-pointer items-center gap-2 pointer-coarse:min-h-11">
          <input
            type="radio"
            name={`mark of ${name}`}
            checked={mark === value}
            onChange={() => onChange(value as '.' | ',')}
            className="size-5 shrink-0 accent-brand"
          />
          {label}
        </label>
      ))}
    </fieldset>
  )
}
