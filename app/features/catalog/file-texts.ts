import { formatDecimal } from '#kit/text/count-text.ts'
import type { Product } from './schema.ts'
import type { FileKind, FileType } from './states.ts'

/** What a file is, by its kind. */
export const fileKindTexts = {
  model: 'Model',
  drawing: 'Drawing',
  certificate: 'Certificate',
  manual: 'Manual',
  other: 'Other',
} as const satisfies Record<FileKind, string>

const TYPE_TEXTS: Readonly<Record<FileType, string>> = {
  'model/step': 'STEP',
  'model/stl': 'STL',
  'image/vnd.dxf': 'DXF',
  'application/pdf': 'PDF',
  'image/png': 'PNG',
}

/** Bytes: "840 B", "1.2 kB", "34 MB" */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  const [size, unit] = bytes < 999_500 ? [bytes / 1000, 'kB'] : [bytes / 1_000_000, 'MB']
  return `${size < 9.95 ? formatDecimal(Math.round(size * 10) / 10) : Math.round(size)} ${unit}`
}

/** "Certificate, PDF, 1.2 MB" */
export const fileText = ({
  kind,
  type,
  size,
}: Pick<Product['files'][number], 'kind' | 'type' | 'size'>): string =>
  `${fileKindTexts[kind]}, ${TYPE_TEXTS[type]}, ${sizeText(size)}`
