import { inflateSync } from 'node:zlib'

/** What a PDF document of the shop consists of. */
export interface ReadPdf {
  /** Its outside. */
  readonly outside: string
  readonly streams: readonly string[]
  /** The texts of each page in the sequence in which they are drawn, one line each. */
  readonly pages: readonly string[]
  /** The files inside. */
  readonly files: readonly AttachedFile[]
  /** Its metadata in XML; empty when it has none. */
  readonly metadata: string
  /** The dictionaries of the objects of this type. */
  dictionariesOf(type: string): string[]
  /** Of each font that it uses, whether its outlines are inside. */
  readonly fonts: readonly { readonly name: string; readonly isEmbedded: boolean }[]
}

interface AttachedFile {
  readonly name: string
  readonly relationship: string
  readonly type: string
  readonly text: string
}

/** Reads a PDF document as `pdfkit` writes it. */
export function readPdf(bytes: Uint8Array): ReadPdf {
  const outside = Buffer.from(bytes).toString('latin1')
  const objects = new Map(
    [...outside.matchAll(/(?<=\n)(\d+) 0 obj\n/g)].map((match) => {
      const [head, id = ''] = match
      return [id, readObject(outside, match.index + head.length)]
    }),
  )
  const fonts = fontsOf(outside, objects)
  const ofType = (type: string) =>
    [...objects.values()].filter(({ head }) => head.includes(`/Type /${type}\n`))
  return {
    outside,
    streams: [...objects.values()].flatMap(({ stream }) => (stream === undefined ? [] : [stream])),
    pages: ofType('Page').map(({ head }) => {
      const contents = referred(objects, head, 'Contents')
      return textOf(contents?.stream ?? '', fonts)
    }),
    files: ofType('Filespec').map(({ head }) => toFile(objects, head)),
    metadata: inUtf8(ofType('Metadata')[0]?.stream),
    dictionariesOf: (type) => ofType(type).map(({ head }) => head),
    fonts: ofType('FontDescriptor').map(({ head }) => ({
      name: /\/FontName \/(\S+)/.exec(head)?.[1] ?? '',
      isEmbedded: Boolean(referred(objects, head, 'FontFile2') ?? referred(objects, head, 'FontFile3')),
    })),
  }
}

interface PdfObject {
  readonly head: string
  /** Its decoded stream, if it has one. */
  readonly stream: string | undefined
}

type Objects = ReadonlyMap<string, PdfObject>

/** The object that a dictionary refers to by this key. */
const referred = (objects: Objects, head: string, key: string): PdfObject | undefined =>
  objects.get(new RegExp(`/${key} (\\d+) 0 R`).exec(head)?.[1] ?? '')

const inUtf8 = (stream = ''): string => Buffer.from(stream, 'latin1').toString('utf8')

function toFile(objects: Objects, head: string): AttachedFile {
  const file = referred(objects, head, 'F')
  return {
    name: /\/UF \(([^)]*)\)/.exec(head)?.[1] ?? '',
    relationship: /\/AFRelationship \/(\w+)/.exec(head)?.[1] ?? '',
    type: /\/Subtype \/(\S+)/.exec(file?.head ?? '')?.[1]?.replace('#2F', '/') ?? '',
    text: inUtf8(file?.stream),
  }
}

function readObject(outside: string, start: number): PdfObject {
  const end = outside.indexOf('endobj', start)
  const [head = '', ...rest] = outside.slice(start, end).split('stream\n')
  if (rest.length === 0) return { head, stream: undefined }
  const length = Number(/\/Length (\d+)/.exec(head)?.[1])
  const from = start + head.length + 'stream\n'.length
  const data = Buffer.from(outside.slice(from, from + length), 'latin1')
  return { head, stream: (head.includes('FlateDecode') ? inflateSync(data) : data).toString('latin1') }
}

/** The characters of each font by their codes. */
type Fonts = ReadonlyMap<string, readonly string[]>

function fontsOf(outside: string, objects: Objects): Fonts {
  return new Map(
    [...outside.matchAll(/^\/(F\d+) (\d+) 0 R$/gm)].map(([, name = '', id = '']) => {
      const [, map = ''] = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id)?.head ?? '') ?? []
      const ranges = objects.get(map)?.stream?.match(/(?<=\[)[^\]]*(?=\])/g) ?? []
      const codes = ranges.flatMap((range) => range.match(/<[^>]*>/g) ?? [])
      return [name, codes.map((code) => fromHex(code.replace(/[<> ]/g, '')))]
    }),
  )
}

const fromHex = (hex: string): string => Buffer.from(hex, 'hex').swap16().toString('utf16le')

/** Text operators: which font, what is drawn (`Tj` by the texts of drawings), and where a text begins. */
const OPERATOR = /\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ|(<[0-9a-f]+>) Tj|(BT)/g

function textOf(content: string, fonts: Fonts): string {
  let font: readonly string[] = []
  let text = ''
  for (const [, name, line, glyphs, begin] of content.matchAll(OPERATOR)) {
    if (name) font = fonts.get(name) ?? []
    else if (begin) text += '\n'
    else
      for (const [code] of (line ?? glyphs)?.matchAll(/(?<=<[0-9a-f]*)[0-9a-f]{4}/g) ?? [])
        text += font[Number.parseInt(code, 16)] ?? ''
  }
  return text.trim()
}
