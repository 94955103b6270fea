import { useId } from 'react'
import { catalogClient } from '#features/catalog/client.ts'
import type { Category, Facets } from '#features/catalog/schema.ts'
import { unwrap } from '#kit/browser/client.ts'
import { useAnswer } from '#kit/browser/use-answer.ts'
import { Field } from '#kit/ui/form/field.tsx'
import { SelectField } from '#kit/ui/form/select-field.tsx'
import { attributeField } from './draft.ts'
import { categoryOf } from './editor-form.ts'
import { fieldProps } from './field-props.ts'
import type { ProductFields } from './use-editor.ts'

type CategoryFieldsProps = { fields: ProductFields; categories: readonly Category[] }

/** The category of a product. */
export function CategoryField({ fields, categories }: CategoryFieldsProps) {
  const category = categoryOf(fields.draft, categories)
  return (
    <SelectField
      {...fieldProps(fields, 'category')}
      label="Category"
      className="sm:col-span-2"
      hint={category ? undefined : 'Without one it is found by the search only.'}
    >
      <option value="">None</option>
      {categories.map(({ slug, name, parent }) => (
        <option key={slug} value={slug}>
          {parent === undefined ? name : `${nameOf(parent, categories)} › ${name}`}
        </option>
      ))}
    </SelectField>
  )
}

/** The attributes that the category has, each with the values that its other parts have as suggestions. */
export function AttributeFields({ fields, categories }: CategoryFieldsProps) {
  const id = useId()
  const category = categoryOf(fields.draft, categories)
  const { answer } = useAnswer(category?.slug, fetchFacets)
  return category?.attributes.map(({ key, label, unit, kind }) => {
    const values = answer?.facets.find((facet) => facet.key === key)?.values ?? []
    return (
      <div key={key}>
        <Field
          {...fieldProps(fields, attributeField(key))}
          label={unit === undefined ? label : `${label} (${unit})`}
          inputMode={kind === 'number' ? 'decimal' : undefined}
          list={`${id}-${key}`}
        />
        <datalist id={`${id}-${key}`}>
          {values.map(({ value }) => (
            <option key={value} value={value} />
          ))}
        </datalist>
      </div>
    )
  })
}

const fetchFacets = (category: string, signal: AbortSignal): Promise<Facets> =>
  unwrap(catalogClient.product.facets.$get({ query: { category } }, { init: { signal } }))

const nameOf = (slug: string, categories: readonly Category[]): string =>
  categories.find((category) => category.slug === slug)?.name ?? slug
