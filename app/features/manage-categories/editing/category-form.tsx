import { signOutIfForbidden } from '#features/accounts/components.tsx'
import type { Category } from '#features/catalog/schema.ts'
import type { Shape } from '#features/models/schema.ts'
import { problemText } from '#kit/browser/client.ts'
import { ChangedMeanwhile } from '#kit/ui/admin/changed-meanwhile.tsx'
import { Button } from '#kit/ui/form/button.tsx'
import { Field } from '#kit/ui/form/field.tsx'
import { TextAreaField } from '#kit/ui/form/other-fields.tsx'
import { SelectField } from '#kit/ui/form/select-field.tsx'
import { useCheckedForm } from '#kit/ui/form/use-checked-form.ts'
import { Notice } from '#kit/ui/mark/notice.tsx'
import { notify } from '#kit/ui/overlay/toaster.tsx'
import { CategoryModels } from '../shapes/category-models.tsx'
import { slugOf } from '../slug-of.ts'
import { AttributeRows } from './attribute-rows.tsx'
import { changedFields, take } from './category-conflict.ts'
import { type CategoryDraft, depthsOf, toShaped } from './category-draft.ts'
import { useCategoryDraft } from './use-category-draft.ts'

type CategoryFormProps = {
  /** Undefined for a new category. */
  category: Category | undefined
  categories: readonly Category[]
  shapes: readonly Shape[]
  /** Of the admin, whose draft is kept. */
  email: string
  /** Called with the slug of the saved category, after the list is loaded again. */
  onSaved: (slug: string) => Promise<void>
  /** Loads the list again, which has another category with the address of the new one. */
  onOutdated: () => Promise<void>
  onClose: () => void
}

/** Adds or changes a category. What is typed is kept as a draft of the account until it is saved or cancelled. */
export function CategoryForm(props: CategoryFormProps) {
  const { category, categories, shapes, email, onSaved, onOutdated, onClose } = props
  const { draft, meanwhile, change, save, forget } = useCategoryDraft(category, email)
  const slug = category?.slug ?? (draft.slug || slugOf(draft.name))
  const isTaken = !category && categories.some((each) => each.slug === slug)
  const { busy, error, errors, clearError, form } = useCheckedForm(async () => {
    if (isTaken) return
    try {
      if (!(await save(slug))) return category ? undefined : await onOutdated()
    } catch (thrown) {
      signOutIfForbidden(thrown)
      throw thrown
    }
    forget()
    notify.success(category ? `${draft.name} changed` : `${draft.name} added`)
    await onSaved(slug)
  })
  const cancel = () => {
    forget()
    onClose()
  }
  return (
    <form {...form} aria-label={category ? `Category ${category.name}` : 'New category'} className="py-4">
      <NameFields {...{ draft, category, categories, slug, isTaken, errors }} onChange={change} />
      <AttributeRows draft={draft} errors={errors} onChange={change} />
      <CategoryModels
        category={{ ...toShaped(draft), slug: category?.slug }}
        drafts={draft.shape}
        shapes={shapes}
        errors={errors}
        clearError={clearError}
        onChange={(shape) => change({ ...draft, shape })}
      />
      {meanwhile && (
        <ChangedMeanwhile
          heading="h3"
          changed={changedFields(draft, meanwhile, { categories, shapes })}
          onTake={(field) => change(take(draft, meanwhile.theirs, [field]))}
        />
      )}
      {error !== null && <Notice tone="bad">{problemText(error)}</Notice>}
      <div className="mt-4 flex flex-wrap gap-2">
        <Button type="submit" busy={busy}>
          {category ? 'Save category' : 'Add category'}
        </Button>
        <Button variant="secondary" onClick={cancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

type NameFieldsProps = Pick<CategoryFormProps, 'category' | 'categories'> & {
  draft: CategoryDraft
  slug: string
  /** Another category has this slug. */
  isTaken: boolean
  errors: Readonly<Record<string, string>>
  onChange: (draft: CategoryDraft) => void
}

/** Name, address and place of a category. */
function NameFields({ draft, category, categories, slug, isTaken, errors, onChange }: NameFieldsProps) {
  return (
    <div className="grid gap-x-4 sm:grid-cols-2">
      <Field
        label="Name"
        name="name"
        required
        value={draft.name}
        error={errors.name ?? null}
        onChange={({ target }) => onChange({ ...draft, name: target.value })}
      />
      <Field
        label="Address"
        name="slug"
        required
        value={slug}
        readOnly={category !== undefined}
        hint={category ? 'It cannot be changed: links lead to it.' : `/parts/${slug || '…'}`}
        error={isTaken ? 'There is a category with this address.' : (errors.slug ?? null)}
        onChange={({ target }) => onChange({ ...draft, slug: target.value })}
      />
      <ParentField
        {...{ draft, categories }}
        own={category?.slug}
        error={errors.parent}
        onChange={onChange}
      />
      <TextAreaField
        className="sm:col-span-2"
        label="Description"
        name="description"
        fitsText
        value={draft.description}
        hint="Optional: what its page says, such as how its part numbers are made."
        error={errors.description ?? null}
        // One paragraph, also when it was pasted in lines.
        onChange={({ target }) => onChange({ ...draft, description: target.value.replaceAll('\n', ' ') })}
      />
    </div>
  )
}

type ParentFieldProps = {
  draft: CategoryDraft
  own: string | undefined
  categories: readonly Category[]
  error: string | undefined
  onChange: (draft: CategoryDraft) => void
}

/** The category above; the shop refuses one below. */
function ParentField({ draft, own, categories, error, onChange }: ParentFieldProps) {
  const depths = depthsOf(categories)
  return (
    <SelectField
      label="Part of"
      name="parent"
      value={draft.parent}
      error={error ?? null}
      onChange={({ target }) => onChange({ ...draft, parent: target.value })}
    >
      <option value="">Nothing: a main category</option>
      {categories
        .filter(({ slug }) => slug !== own)
        .map(({ slug, name }) => (
          <option key={slug} value={slug}>
            {`${'– '.repeat(depths.get(slug) ?? 0)}${name}`}
          </option>
        ))}
    </SelectField>
  )
}
