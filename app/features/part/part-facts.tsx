import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { categoryPath } from '#features/catalog/paths.ts'
import type { Product } from '#features/catalog/schema.ts'
import { attributeText } from '#features/catalog/texts.ts'

/** The attributes as a table. Each leads to the parts of the category with the same value. */
export function PartFacts({ product }: { product: Product }) {
  const { sku, category, attributes } = product
  return (
    <table className="w-full">
      <caption className="sr-only">Facts about this part</caption>
      <tbody>
        {attributes.map((attribute) => (
          <Fact key={attribute.key} label={attribute.label}>
            {category === undefined ? (
              attributeText(attribute)
            ) : (
              <Link
                to={{
                  pathname: categoryPath(category),
                  search: new URLSearchParams({ [attribute.key]: String(attribute.value) }).toString(),
                }}
                className="inline-flex min-h-6 items-center text-ink decoration-edge hover:text-link pointer-coarse:min-h-11"
              >
                {attributeText(attribute)}
              </Link>
            )}
          </Fact>
        ))}
        <Fact label="Part number">{sku}</Fact>
      </tbody>
    </table>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <tr className="border-line border-b first:border-t">
      <th scope="row" className="w-2/5 py-2 pe-4 text-start font-normal text-muted">
        {label}
      </th>
      <td className="py-2">{children}</td>
    </tr>
  )
}
