/** The widths in pixels in which an image is served. Each is for a frame of the shop, or twice as wide as one. */
export const IMAGE_WIDTHS = [160, 400, 800, 1600] as const

/** The picture of an account. */
export const avatarPath = (id: string): string => `/avatars/${id}`

const IMAGE_PATH = /^\/images\/([0-9a-z]{24})(?:[?#]|$)/

export const imagePath = (id: string): string => `/images/${id}`

/** The id of the uploaded image at that address; undefined for any other address. */
export const imageIdOf = (address: string): string | undefined => IMAGE_PATH.exec(address)?.[1]

/** The attributes of an `img` that is at most so many pixels wide; of an uploaded picture the browser chooses the width. */
export function imageSources(address: string, width: number) {
  const id = imageIdOf(address)
  if (id === undefined) return { src: address }
  const srcSet = IMAGE_WIDTHS.map((each) => `${imagePath(id)}?w=${each} ${each}w`).join(', ')
  return { src: address, srcSet, sizes: `min(100vw, ${width}px)` }
}
