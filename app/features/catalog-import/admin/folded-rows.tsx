import { useState } from 'react'
import { formatCount } from '#kit/text/count-text.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { Notice } from '#kit/ui/mark/notice.tsx'
import type { Import, RowFilter } from '../schema.ts'
import { allRows } from '../texts.ts'
import { ImportRows } from './import-rows.tsx'

/** Which of the pictures that were sent belong to no row. */
export function PicturesNote({ found: { pictures } }: { found: Import }) {
  if (!pictures) return null
  const { used, unused, leftOver } = pictures
  const others = leftOver > unused.length ? ` and ${formatCount(leftOver - unused.length)} others` : ''
  return (
    <Notice tone={leftOver > 0 ? 'waiting' : 'info'}>
      <p className="text-sm [overflow-wrap:anywhere]">
        {formatCount(used)} {used === 1 ? 'picture was' : 'pictures were'} found for the rows.
        {leftOver > 0 && ` No row has a part number or a picture of the name: ${unused.join(', ')}${others}.`}
      </p>
    </Notice>
  )
}

type RowsProps = { found: Import; kind: RowFilter | undefined; onChanged: (changed: Import) => void }

/** The rows of a kind; of all kinds, those of new parts are apart, as they have a value in every field. */
export function FoldedRows({ found, kind, onChanged }: RowsProps) {
  const { added } = found.counts
  const [isOpen, setIsOpen] = useState(false)
  const isApart = kind === undefined && added > 0
  if (!isApart) return <ImportRows found={found} kind={kind} onChanged={onChanged} />
  return (
    <>
      {allRows(found.counts) > added && (
        <ImportRows found={found} kind={undefined} isWithoutAdded onChanged={onChanged} />
      )}
      <section aria-label="New parts" className="grid gap-3">
        <div className="flex flex-wrap items-center justify-between gap-3 rounded border border-line bg-sunken px-4 py-3">
          <h2 className="font-medium">
            {formatCount(added)} {added === 1 ? 'part is' : 'parts are'} new
          </h2>
          <Button
            variant="secondary"
            size="sm"
            aria-expanded={isOpen}
            aria-label={isOpen ? 'Hide the new parts' : 'Show the new parts'}
            onClick={() => setIsOpen(!isOpen)}
          >
            {isOpen ? 'Hide' : 'Show'}
          </Button>
        </div>
        {isOpen && <ImportRows found={found} kind="added" onChanged={onChanged} />}
      </section>
    </>
  )
}
