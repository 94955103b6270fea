import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { FirstFile } from '#features/catalog/catalog.ts'
import { FILE_TYPES } from '#features/catalog/states.ts'

/** Where `npm run drawings` wrote the files: to make them takes the libraries of documents and solids, which a start need not load. */
const FOLDER = 'demo/files'

type SampleFile = Omit<FirstFile, 'content'>

const fileOf = (
  sku: string,
  kind: FirstFile['kind'],
  type: keyof typeof FILE_TYPES,
  title: string,
  ending: string,
): SampleFile => ({ sku, kind, type: FILE_TYPES[type], title, name: sku + ending })

const certificateOf = (sku: string): SampleFile =>
  fileOf(sku, 'certificate', 'pdf', 'Inspection certificate 3.1, specimen', '-certificate-3.1-specimen.pdf')

/** The files of some parts: specimens of material certificates, a data sheet, and a model of a part that no shape draws. */
export const sampleFiles: readonly SampleFile[] = [
  ...['KP-6885-8-7-40', 'SP-2093-A25', 'BU-4379-20-26-20', 'BB-6204-2RS'].map(certificateOf),
  fileOf('RR-471-20', 'other', 'pdf', 'Data sheet: ring and groove', '-data-sheet.pdf'),
  fileOf('HI-50-50', 'model', 'step', 'CAD model', '.step'),
]

/** The files with their content, as the catalogue takes them. */
export const readSampleFiles = (): FirstFile[] =>
  sampleFiles.map((file) => ({ ...file, content: readFileSync(resolve(FOLDER, file.name)) }))
