import { Link } from 'react-router'
import { FieldFacts } from '#features/catalog/field-facts.tsx'
import { categoryPath } from '#features/catalog/paths.ts'
import type { Product } from '#features/catalog/schema.ts'
import { attributeText } from '#features/catalog/texts.ts'
import { Fact, FactTable } from '#kit/ui/list/fact-table.tsx'
import { Unbroken } from '#kit/ui/mark/unbroken.tsx'

type PartFactsProps = {
  product: Product
  /** Its fields that are shown as attributes. */
  fieldAttributes: Product['attributes']
}

/** The attributes as a table. Those of the category lead to its parts with the same value. */
export function PartFacts({ product, fieldAttributes }: PartFactsProps) {
  const { category, attributes } = product
  return (
    <FactTable caption="Facts about this part">
      {attributes.map((attribute) => (
        <Fact key={attribute.key} label={attribute.label}>
          {category === undefined ? (
            <Unbroken text={attributeText(attribute)} />
          ) : (
            <Link
              to={{
                pathname: categoryPath(category),
                search: new URLSearchParams({ [attribute.key]: String(attribute.value) }).toString(),
              }}
              className="inline-flex min-h-6 items-center text-ink decoration-edge hover:text-link pointer-coarse:min-h-11"
            >
              <Unbroken text={attributeText(attribute)} />
            </Link>
          )}
        </Fact>
      ))}
      {fieldAttributes.map((attribute) => (
        <Fact key={attribute.key} label={attribute.label}>
          <Unbroken text={attributeText(attribute)} />
        </Fact>
      ))}
      <FieldFacts product={product} />
    </FactTable>
  )
}
