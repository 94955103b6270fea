import { useState } from 'react'
import { signOutIfForbidden } from '#features/accounts/components.tsx'
import { catalogClient } from '#features/catalog/client.ts'
import { problemText, unwrap } from '#kit/browser/client.ts'
import { listText } from '#kit/text/list-text.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { Notice } from '#kit/ui/mark/notice.tsx'
import { notify } from '#kit/ui/overlay/toaster.tsx'
import { notifyUndo } from '#kit/ui/overlay/undo-toast.tsx'
import type { FileColumns } from '../../schema.ts'
import type { ImportDraft } from './draft.ts'
import { categoryCalls, namedCategories, type Offered, offeredAttributes } from './new-categories.ts'

type NewCategoriesPanelProps = { found: FileColumns; draft: ImportDraft; onAdded: () => void }

/** Adds the categories that a file names and the shop does not have, with columns that mean nothing yet as their attributes. */
export function NewCategoriesPanel({ found, draft, onAdded }: NewCategoriesPanelProps) {
  const [chosen, setChosen] = useState<readonly number[]>([])
  const [busy, setBusy] = useState(false)
  const names = namedCategories(found, draft)
  if (names.length === 0) return null
  const offered = offeredAttributes(found, draft)
  const what = names.length === 1 ? `category “${names[0]}”` : `${names.length} categories`
  const add = async () => {
    const attributes = offered.filter(({ index }) => chosen.includes(index)).map(({ attribute }) => attribute)
    setBusy(true)
    if (await addCategories(names, attributes)) onAdded()
    setBusy(false)
  }
  return (
    <Notice tone="waiting">
      <p className="font-medium">
        {`The shop does not have ${names.length === 1 ? 'the' : 'these'} ${what} yet${names.length === 1 ? '.' : `: ${listText(names)}.`}`}
      </p>
      <p className="text-sm">
        {names.length === 1
          ? 'Until it is added, rows that name it are wrong.'
          : 'Until they are added, rows that name them are wrong.'}
      </p>
      {offered.length > 0 && <AttributeChoice offered={offered} chosen={chosen} onChange={setChosen} />}
      <Button size="sm" className="mt-3" busy={busy} onClick={() => void add()}>
        {`Add the ${what}`}
      </Button>
    </Notice>
  )
}

/** Adds them one after the other. Resolves to whether anything was added; what is refused is said. */
async function addCategories(
  names: readonly string[],
  attributes: readonly Offered['attribute'][],
): Promise<boolean> {
  const added: string[] = []
  try {
    for (const { slug, change } of categoryCalls(names, [...attributes])) {
      await unwrap(catalogClient.category[':slug'].$put({ param: { slug }, json: change }))
      added.push(slug)
    }
  } catch (error) {
    if (!signOutIfForbidden(error)) notify.error(problemText(error))
  }
  if (added.length > 0)
    notifyUndo({
      text: added.length === 1 ? `${names[0]} added` : `${added.length} categories added`,
      calls: added.map((slug) => ({ method: 'DELETE', path: `/api/category/${slug}` })),
    })
  return added.length > 0
}

type AttributeChoiceProps = {
  offered: readonly Offered[]
  chosen: readonly number[]
  onChange: (chosen: readonly number[]) => void
}

const AttributeChoice = ({ offered, chosen, onChange }: AttributeChoiceProps) => (
  <fieldset className="mt-2 min-w-0">
    <legend className="text-sm">Columns that become facts and filters of its parts:</legend>
    <div className="flex flex-wrap gap-x-6">
      {offered.map(({ index, attribute: { label, unit } }) => (
        <label
          key={index}
          className="flex min-h-10 cursor-pointer items-center gap-2 pointer-coarse:min-h-11"
        >
          <input
            type="checkbox"
            checked={chosen.includes(index)}
            onChange={({ target }) =>
              onChange(target.checked ? [...chosen, index] : chosen.filter((each) => each !== index))
            }
            className="size-5 shrink-0 accent-brand"
          />
          <span className="wrap-anywhere">{unit === undefined ? label : `${label} (${unit})`}</span>
        </label>
      ))}
    </div>
  </fieldset>
)
