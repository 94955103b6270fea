import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { FirstFile } from '#features/catalog/catalog.ts'
import { FILE_TYPES } from '#features/catalog/states.ts'

/** Where `npm run drawings` wrote the files: to make them takes the libraries of documents and solids, which a start need not load. */
const FOLDER = 'demo/files'

type SampleFile = Omit<FirstFile, 'content'>

const certificateOf = (sku: string): SampleFile => ({
  sku,
  kind: 'certificate',
  type: FILE_TYPES.pdf,
  title: 'Inspection certificate 3.1, specimen',
  name: `${sku}-certificate-3.1-specimen.pdf`,
})

/** The files of some parts: specimens of material certificates, a data sheet, and a model of a part that no shape draws. */
export const sampleFiles: readonly SampleFile[] = [
  certificateOf('KP-6885-8-7-40'),
  certificateOf('SP-2093-A25'),
  certificateOf('BU-4379-20-26-20'),
  certificateOf('BB-6204-2RS'),
  {
    sku: 'RR-471-20',
    kind: 'other',
    type: FILE_TYPES.pdf,
    title: 'Data sheet: ring and groove',
    name: 'RR-471-20-data-sheet.pdf',
  },
  { sku: 'HI-50-50', kind: 'model', type: FILE_TYPES.step, title: 'CAD model', name: 'HI-50-50.step' },
]

/** The files with their content, as the catalogue takes them. */
export const readSampleFiles = (): FirstFile[] =>
  sampleFiles.map((file) => ({ ...file, content: readFileSync(resolve(FOLDER, file.name)) }))
