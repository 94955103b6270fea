import { inflateSync } from 'node:zlib'

/** What a PDF document of the shop consists of. */
export interface ReadPdf {
  /** Its outside. */
  readonly outside: string
  readonly streams: readonly string[]
  /** The texts of each page in the sequence in which they are drawn, one line each. */
  readonly pages: readonly string[]
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
  const pages = [...objects.values()].filter(({ head }) => head.includes('/Type /Page\n'))
  return {
    outside,
    streams: [...objects.values()].flatMap(({ stream }) => (stream === undefined ? [] : [stream])),
    pages: pages.map(({ head }) => {
      const [, contents = ''] = /\/Contents (\d+) 0 R/.exec(head) ?? []
      return textOf(objects.get(contents)?.stream ?? '', fonts)
    }),
  }
}

interface PdfObject {
  readonly head: string
  /** Its decoded stream, if it has one. */
  readonly stream: string | undefined
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

function fontsOf(outside: string, objects: ReadonlyMap<string, PdfObject>): Fonts {
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

/** Text operators: which font, what is drawn, and where a text begins. */
const OPERATOR = /\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ|(BT)/g

function textOf(content: string, fonts: Fonts): string {
  let font: readonly string[] = []
  let text = ''
  for (const [, name, drawn, begin] of content.matchAll(OPERATOR)) {
    if (name) font = fonts.get(name) ?? []
    else if (begin) text += '\n'
    else
      for (const [code] of drawn?.matchAll(/(?<=<[0-9a-f]*)[0-9a-f]{4}/g) ?? [])
        text += font[Number.parseInt(code, 16)] ?? ''
  }
  return text.trim()
}
