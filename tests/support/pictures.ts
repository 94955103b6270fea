import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** A PNG that says it has this many pixels, in a few bytes: the pixels themselves are missing. */
export function emptyPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // One bit for each pixel, grey.
  header.set([1, 0, 0, 0, 0], 8)
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1000))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(content))
  return Buffer.concat([length, content, check])
}

/** A picture of one colour. */
export const plainPicture = (width: number, height: number, background = '#2a6f97') =>
  sharp({ create: { width, height, channels: 3, background } })

/** The form of an upload. */
export function uploadOf(file: Uint8Array, name = 'picture.png', type = 'image/png'): FormData {
  const form = new FormData()
  form.append('file', new File([new Uint8Array(file)], name, { type }))
  return form
}
