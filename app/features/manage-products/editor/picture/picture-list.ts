import type { Product } from '#features/catalog/schema.ts'

/** The pictures of a product in their sequence. */
export type Pictures = readonly Product['images'][number][]

/** A picture that is in the list already stays where it is. */
export const addPicture = (images: Pictures, image: string): Pictures =>
  images.some((each) => each.image === image) ? images : [...images, { image }]

export function movePicture(images: Pictures, index: number, by: 1 | -1): Pictures {
  const [one, other] = [images[index], images[index + by]]
  return one && other ? images.with(index, other).with(index + by, one) : images
}

export const withoutPicture = (images: Pictures, index: number): Pictures =>
  images.filter((_, at) => at !== index)

/** Without a text the name of the product is that of the picture. */
export const withText = (images: Pictures, index: number, alt: string): Pictures =>
  images.map(({ image, alt: before }, at) => {
    const text = at === index ? alt : before
    return { image, ...(text && { alt: text }) }
  })

export const isChanged = (before: Pictures, now: Pictures): boolean =>
  JSON.stringify(before) !== JSON.stringify(now)
