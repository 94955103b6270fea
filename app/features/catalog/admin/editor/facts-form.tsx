import { Field } from '#kit/ui/form/field.tsx'
import { SelectField } from '#kit/ui/form/select-field.tsx'
import { PRODUCT_FIELDS, type ProductFieldName, productField } from '../../fields/product-fields.ts'
import type { Category } from '../../schema.ts'
import { ProductInput } from '../product-input.tsx'
import { attributeField } from './draft.ts'
import { categoryOf, type Editor } from './use-editor.ts'

type FactsFormProps = { editor: Editor; categories: readonly Category[] }

/** The props of a field of the form. */
export const fieldProps = <Name extends string>({ draft, errors, edit, check }: Editor, field: Name) => ({
  name: field,
  value: draft[field] ?? '',
  error: errors[field] ?? null,
  autoComplete: 'off',
  onChange: ({ target }: { target: { value: string } }) => edit({ [field]: target.value }),
  onBlur: () => check(field),
})

/** The fields that have a place of their own in the form. */
const PLACED: readonly ProductFieldName[] = [
  ...(['name', 'sku', 'category', 'description'] as const),
  ...(['image', 'minimum', 'step', 'prices'] as const),
]

const OTHERS = PRODUCT_FIELDS.filter((name) => productField(name)?.edit && !PLACED.includes(name))

/** Name, part number, category, the attributes that the category has, what else a product has, and the description. */
export function FactsForm({ editor, categories }: FactsFormProps) {
  const category = categoryOf(editor.draft, categories)
  return (
    <fieldset className="min-w-0">
      <legend className="mb-3 font-semibold text-lg">Facts</legend>
      <div className="grid grid-cols-1 gap-x-4 sm:grid-cols-2">
        <ProductInput {...fieldProps(editor, 'name')} form="edit" />
        <ProductInput {...fieldProps(editor, 'sku')} form="edit" />
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
        {OTHERS.map((name) => (
          <ProductInput key={name} {...fieldProps(editor, name)} form="edit" />
        ))}
        <ProductInput {...fieldProps(editor, 'description')} form="edit" />
      </div>
    </fieldset>
  )
}

const nameOf = (slug: string, categories: readonly Category[]): string =>
  categories.find((category) => category.slug === slug)?.name ?? slug
