import { Field, TextAreaField } from '#kit/ui/form/field.tsx'
import { SelectField } from '#kit/ui/form/select-field.tsx'
import type { Category } from '../../schema.ts'
import { attributeField } from './draft.ts'
import { categoryOf, type Editor } from './use-editor.ts'

type FactsFormProps = { editor: Editor; categories: readonly Category[] }

/** The props of a field of the form. */
export const fieldProps = ({ draft, errors, edit, check }: Editor, field: string) => ({
  name: field,
  value: draft[field] ?? '',
  error: errors[field] ?? null,
  autoComplete: 'off',
  onChange: ({ target }: { target: { value: string } }) => edit({ [field]: target.value }),
  onBlur: () => check(field),
})

/** Name, part number, description, category and the attributes that the category has. */
export function FactsForm({ editor, categories }: FactsFormProps) {
  const category = categoryOf(editor.draft, categories)
  return (
    <fieldset className="min-w-0">
      <legend className="mb-3 font-semibold text-lg">Facts</legend>
      <div className="grid grid-cols-1 gap-x-4 sm:grid-cols-2">
        <Field {...fieldProps(editor, 'name')} label="Name" required className="sm:col-span-2" />
        <Field
          {...fieldProps(editor, 'sku')}
          label="Part number"
          required
          hint="The address of its page has it."
        />
        <SelectField
          {...fieldProps(editor, 'category')}
          label="Category"
          hint={category ? undefined : 'Without one it is found by the search only.'}
        >
          <option value="">None</option>
          {categories.map(({ slug, name, parent }) => (
            <option key={slug} value={slug}>
              {parent === undefined ? name : `${nameOf(parent, categories)} › ${name}`}
            </option>
          ))}
        </SelectField>
        {category?.attributes.map(({ key, label, unit, kind }) => (
          <Field
            key={key}
            {...fieldProps(editor, attributeField(key))}
            label={unit === undefined ? label : `${label} (${unit})`}
            inputMode={kind === 'number' ? 'decimal' : undefined}
          />
        ))}
        <TextAreaField
          {...fieldProps(editor, 'description')}
          label="Description"
          required
          rows={4}
          className="sm:col-span-2"
        />
      </div>
    </fieldset>
  )
}

const nameOf = (slug: string, categories: readonly Category[]): string =>
  categories.find((category) => category.slug === slug)?.name ?? slug
