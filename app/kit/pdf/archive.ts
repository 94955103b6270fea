import { xmlText } from '#kit/xml-text.ts'

declare global {
  namespace PDFKit.Mixins {
    // The types of the library are older than it is.
    interface PDFAttachmentOptions {
      readonly relationship?: 'Alternative'
    }
  }
}

/** What a document needs to be kept for decades: it is PDF/A-3b, and has files inside that say the same for software. */
export interface Archive {
  /** Elements `rdf:Description`, for the metadata; empty for none. */
  readonly metadata: string
  readonly files: readonly AttachedFile[]
}

/** A file that says what the pages say ("Alternative"). */
interface AttachedFile {
  readonly name: string
  /** A media type. */
  readonly type: string
  readonly description: string
  readonly text: string
}

/** The options of a document of the archive. The library adds fonts, the identification and a profile of sRGB. */
export const ARCHIVE_OPTIONS = { subset: 'PDF/A-3b' } as const

/** Attaches the files with the date of the document, and adds the metadata. */
export function addArchive(pdf: PDFKit.PDFDocument, { metadata, files }: Archive, at: Date): void {
  for (const { name, type, description, text } of files)
    pdf.file(Buffer.from(text), {
      name,
      type,
      description,
      creationDate: at,
      modifiedDate: at,
      relationship: 'Alternative',
    })
  if (metadata !== '') pdf.appendXML(metadata)
}

/** The library writes title and author into the XML of the metadata as they are: one with `&` would break it. */
export function escapeMetadata(pdf: PDFKit.PDFDocument): void {
  const write = pdf.endMetadata.bind(pdf)
  pdf.endMetadata = () => {
    // By now both are written where they stand as they are.
    const { Title = '', Author = '' } = pdf.info
    Object.assign(pdf.info, { Title: xmlText(Title), Author: xmlText(Author) })
    write()
  }
}
