import { useEffect, useRef, useState } from 'react'
import { BoxIcon } from '#kit/ui/icons.tsx'
import type { Product } from './schema.ts'

type ProductPictureProps = {
  product: Pick<Product, 'name' | 'image'>
  /** The picture's size in pixels as it is laid out at most; it keeps its place before it has come. */
  width: number
  height: number
  /** Asked for only when it comes near the screen. */
  isLazy?: boolean
}

/**
 * A part's picture, which fills the element around it; where there is none to be had, a sign that says so. The
 * element around it has to have a size of its own, so that nothing moves.
 */
export function ProductPicture({ product: { name, image }, width, height, isLazy }: ProductPictureProps) {
  const picture = useRef<HTMLImageElement>(null)
  const [missing, setMissing] = useState<string>()

  // It may have failed before the page was awake to hear of it.
  useEffect(() => {
    const { current } = picture
    if (current?.complete && current.naturalWidth === 0) setMissing(image)
  }, [image])

  if (missing === image) {
    return (
      <div
        role="img"
        aria-label={`${name}: no picture`}
        className="flex size-full flex-wrap content-center items-center justify-center gap-x-2 bg-tint text-muted"
      >
        <BoxIcon size={20} /> No picture
      </div>
    )
  }
  return (
    <img
      ref={picture}
      src={image}
      alt={name}
      width={width}
      height={height}
      loading={isLazy ? 'lazy' : undefined}
      decoding="async"
      className="size-full object-contain"
      onError={() => setMissing(image)}
    />
  )
}
