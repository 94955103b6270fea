/** The widest picture that a drawing becomes. */
const WIDEST = 1200

const LARGEST_SVG_BYTES = 1_000_000

/**
 * The file as a picture that the shop takes: an SVG is drawn here, so that nothing of it but its looks reaches the shop. Throws an
 * error with a sentence.
 */
export async function asPicture(file: File): Promise<Blob> {
  if (file.type !== 'image/svg+xml') return file
  if (file.size > LARGEST_SVG_BYTES) throw new Error('The drawing is too large: it can have 1 MB.')
  const image = new Image()
  image.src = `data:image/svg+xml,${encodeURIComponent(await file.text())}`
  await image.decode().catch(() => {
    throw new Error('The drawing cannot be read: save it as a PNG.')
  })
  const { naturalWidth: width, naturalHeight: height } = image
  if (width === 0 || height === 0) throw new Error('The drawing has no size: save it as a PNG.')
  const scale = WIDEST / Math.max(width, height)
  const canvas = Object.assign(document.createElement('canvas'), {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  })
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!picture) throw new Error('The drawing cannot be read: save it as a PNG.')
  return picture
}
