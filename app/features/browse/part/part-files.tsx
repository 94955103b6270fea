import { fileText } from '#features/catalog/file-texts.ts'
import type { Product } from '#features/catalog/schema.ts'
import { Section } from '#kit/ui/page/page-layout.tsx'

/** Certificates, drawings and other files of a part, to be downloaded; nothing where there are none. */
export function PartFiles({ product: { files } }: { product: Product }) {
  if (files.length === 0) return null
  return (
    <Section title="Files">
      <ul className="grid gap-x-12 gap-y-4 md:grid-cols-2">
        {files.map((file) => (
          <li key={file._id} className="min-w-0">
            <a
              href={file.url}
              download
              className="inline-flex min-h-6 items-center wrap-anywhere pointer-coarse:min-h-11"
            >
              {file.title}
            </a>
            <p className="text-muted text-sm">{fileText(file)}</p>
          </li>
        ))}
      </ul>
    </Section>
  )
}
