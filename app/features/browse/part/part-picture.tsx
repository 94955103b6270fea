import { useEffect, useRef, useState } from 'react'
import { ProductPicture } from '#features/catalog/product-picture.tsx'
import type { Product } from '#features/catalog/schema.ts'

/** A picture that is there sooner needs nothing in its place. */
const WAIT_MS = 200

type PartPictureProps = {
  product: Pick<Product, 'name' | 'image'>
  /** The address of its picture on this page; another one than that of lists is waited for until it is drawn. */
  picture: string
}

/** The pictures of a part on its page: one, and links to the others below it. */
export function PartPictures({ product, picture }: { product: Product; picture: string }) {
  const { name, images } = product
  const [index, setIndex] = useState(0)
  const { image, alt = name } = images[index] ?? { image: product.image, alt: name }
  return (
    <div className="grid gap-2">
      <PartPicture key={image} product={{ name: alt, image }} picture={index > 0 ? image : picture} />
      {images[1] && (
        <ul aria-label="Pictures" className="flex flex-wrap gap-2">
          {images.map((each, at) => (
            <li key={each.image}>
              <a
                href={each.image}
                aria-current={at === index}
                className="block size-16 overflow-hidden rounded border border-line bg-tint aria-[current=true]:border-brand"
                onClick={(event) => {
                  event.preventDefault()
                  setIndex(at)
                }}
              >
                <ProductPicture
                  product={{ name: each.alt ?? `${name}, picture ${at + 1}`, image: each.image }}
                  width={64}
                  height={64}
                  isLazy
                />
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** The picture of a part on its page. While it is being drawn, that of lists is in its place, and a line says so. */
function PartPicture({ product: { name, image }, picture }: PartPictureProps) {
  const box = useRef<HTMLDivElement>(null)
  const [isDrawing, setIsDrawing] = useState(false)
  useEffect(() => {
    const shown = box.current?.querySelector('img')
    if (picture === image || !shown || shown.complete) return
    const timer = setTimeout(setIsDrawing, WAIT_MS, true)
    const end = () => {
      clearTimeout(timer)
      setIsDrawing(false)
    }
    shown.onload = end
    return end
  }, [picture, image])
  return (
    <div
      ref={box}
      className="relative aspect-2/1 overflow-hidden rounded border border-line bg-tint text-sm lg:aspect-3/2"
    >
      <ProductPicture product={{ name, image: picture }} width={752} height={500} />
      {isDrawing && (
        <div className="absolute inset-0 grid grid-rows-[minmax(0,1fr)_auto] bg-tint pb-2">
          <ProductPicture product={{ name: '', image }} width={752} height={500} />
          <p role="status" className="text-center text-muted">
            Being drawn. You may see a similar part.
          </p>
        </div>
      )}
    </div>
  )
}
