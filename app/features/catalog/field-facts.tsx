import { Fact } from '#kit/ui/list/fact-table.tsx'
import { Unbroken } from '#kit/ui/mark/unbroken.tsx'
import { shownFacts } from './fields/product-fields.ts'
import type { Product } from './schema.ts'

/** The facts about a part that are not attributes. */
export const FieldFacts = ({ product }: { product: Product }) =>
  shownFacts.map(({ label, isCode, textOf }) => {
    const text = textOf(product)
    return (
      text !== undefined && (
        <Fact key={label} label={label}>
          <span className={isCode ? 'font-mono text-sm' : undefined}>
            <Unbroken text={text} />
          </span>
        </Fact>
      )
    )
  })
