import { PRODUCT_FIELDS, type ProductFieldName, productField } from '#features/catalog/fields.ts'
import type { Category } from '#features/catalog/schema.ts'
import { ProductInput } from '../fields/product-input.tsx'
import { ReorderSuggestion } from '../fields/reorder-suggestion.tsx'
import { AttributeFields, CategoryField } from './category-fields.tsx'
import { fieldProps } from './field-props.ts'
import type { Editor } from './use-editor.ts'

type FactsFormProps = { editor: Editor; categories: readonly Category[] }

/** The fields that have a place of their own in the form. */
const PLACED: readonly ProductFieldName[] = [
  ...(['name', 'sku', 'category', 'description'] as const),
  ...(['image', 'minimum', 'step', 'prices'] as const),
]

const OTHERS = PRODUCT_FIELDS.filter((name) => productField(name)?.edit && !PLACED.includes(name))

/** Name, part number, category, the attributes that the category has, what else a product has, and the description. */
export function FactsForm({ editor, categories }: FactsFormProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-3 font-semibold text-lg">Facts</legend>
      <div className="grid grid-cols-1 gap-x-4 sm:grid-cols-2">
        <ProductInput {...fieldProps(editor, 'name')} form="edit" />
        <ProductInput {...fieldProps(editor, 'sku')} form="edit" />
        <CategoryField fields={editor} categories={categories} />
        <AttributeFields fields={editor} categories={categories} />
        {OTHERS.map((name) => (
          <div key={name} className="min-w-0">
            <ProductInput {...fieldProps(editor, name)} form="edit" />
            {name === 'reorderPoint' && (
              <ReorderSuggestion
                productId={editor.product._id}
                value={editor.draft.reorderPoint}
                onUse={(reorderPoint) => editor.edit({ reorderPoint })}
              />
            )}
          </div>
        ))}
        <ProductInput {...fieldProps(editor, 'description')} form="edit" />
      </div>
    </fieldset>
  )
}
