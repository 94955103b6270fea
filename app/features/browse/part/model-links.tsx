import { sizeText } from '#features/catalog/file-texts.ts'
import { partModelPath } from '#features/catalog/paths.ts'
import type { Product } from '#features/catalog/schema.ts'
import { isUploadedModel } from '#features/catalog/states.ts'
import { ModelButton, type ModelView } from '#features/models/components.tsx'
import type { ModelFormat } from '#features/models/states.ts'
import { useModelSizes } from './use-model-sizes.ts'

const NAMES = { step: 'STEP', glb: 'GLB', dxf: 'DXF' } as const satisfies Record<ModelFormat, string>

type ModelLinksProps = {
  product: Product
  /** Why it has no model. */
  noModel: string | undefined
  view: ModelView
}

/** The model of a part: its view, and its files for drawing programs; or why it has none. */
export function ModelLinks({ product, noModel, view }: ModelLinksProps) {
  return 'reason' in product.model ? (
    <p className="text-muted text-sm">{noModel}</p>
  ) : (
    <Links {...product} formats={product.model.formats} view={view} />
  )
}

/** Whether it is a thread, by its value: `M8`, `M8 × 1`, `G1/4`. */
const isThread = ({ value }: Product['attributes'][number]): boolean => /^[MG] ?\d/.test(String(value))

type LinksProps = Pick<Product, 'sku' | 'files' | 'attributes'> & {
  formats: readonly ModelFormat[]
  view: ModelView
}

function Links({ sku, formats, files, attributes, view }: LinksProps) {
  const sizes = useModelSizes(sku, formats.length)
  return (
    <div className="grid gap-1 text-sm">
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <span className="font-medium">Model</span>
        <ModelButton view={view} />
      </p>
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
        {formats.map((format) => (
          // The place of a size is kept, so that no link moves when it is known.
          <span key={format} className="inline-flex min-w-22 items-baseline gap-1.5">
            <a
              href={partModelPath(sku, format)}
              download
              className="inline-flex min-h-6 items-center pointer-coarse:min-h-11"
            >
              {NAMES[format]}
            </a>
            <span className="text-muted">{sizes[format] !== undefined && sizeText(sizes[format])}</span>
          </span>
        ))}
      </p>
      <p className="text-muted">
        {files.some(isUploadedModel)
          ? 'STEP is the file of the seller; the others are made from it.'
          : `By the sizes and the standard of the part.${attributes.some(isThread) ? ' Threads are not modelled.' : ''}`}
      </p>
    </div>
  )
}
