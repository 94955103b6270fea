/** The largest side in pixels of what is cropped and sent: the shop keeps 1,600. */
const MAXIMUM_SIDE = 2400

/** More is not decoded: a tab of a phone would run out of memory. */
const MAXIMUM_PIXELS = 100_000_000

/** A picture to crop, upright, as a data URL, which the page's policy allows. */
export interface OpenedPicture {
  readonly url: string
  readonly width: number
  readonly height: number
}

/** A part of a picture in its pixels. */
export interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Reads a file that was chosen, dropped or pasted. Rejects what the browser cannot show. */
export async function openPicture(file: Blob): Promise<OpenedPicture> {
  const bitmap = await createImageBitmap(file)
  try {
    const { width, height } = bitmap
    if (width * height > MAXIMUM_PIXELS) throw new Error('too many pixels')
    const scale = Math.min(1, MAXIMUM_SIDE / Math.max(width, height))
    const canvas = draw(bitmap, { x: 0, y: 0, width, height }, scale)
    return { url: canvas.toDataURL('image/jpeg', 0.95), width: canvas.width, height: canvas.height }
  } finally {
    bitmap.close()
  }
}

/** The file to send of a part of a picture. */
export async function cutPicture({ url }: OpenedPicture, area: Area): Promise<Blob> {
  const picture = new Image()
  picture.src = url
  await picture.decode()
  const canvas = draw(picture, area, 1)
  const { promise, resolve, reject } = Promise.withResolvers<Blob>()
  canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/jpeg', 0.95)
  return promise
}

/** On white, as the shop keeps pictures. */
function draw(source: CanvasImageSource, { x, y, width, height }: Area, scale: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(source, x, y, width, height, 0, 0, canvas.width, canvas.height)
  return canvas
}
