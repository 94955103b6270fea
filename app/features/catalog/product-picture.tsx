import { useEffect, useRef, useState } from 'react'
import { imageSources } from '#features/images/paths.ts'
import { BoxIcon } from '#kit/ui/mark/icons.tsx'
import type { Product } from './schema.ts'

type ProductPictureProps = {
  product: Pick<Product, 'name' | 'image'>
  /** The largest rendered size in pixels, which reserves the space before the picture is loaded. */
  width: number
  height: number
  /** Whether it is loaded only near the viewport; else it is what its page shows, and is loaded before others. */
  isLazy?: boolean
}

/**
 * A part's picture, or a placeholder when it cannot be loaded. It fills its parent, which needs a fixed size, so that
 * nothing moves. Of an uploaded picture the browser chooses the width.
 */
export function ProductPicture({ product: { name, image }, width, height, isLazy }: ProductPictureProps) {
  const picture = useRef<HTMLImageElement>(null)
  const [missing, setMissing] = useState<string>()

  // The picture may have failed to load before hydration, without an event.
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
      {...imageSources(image, width)}
      alt={name}
      width={width}
      height={height}
      loading={isLazy ? 'lazy' : undefined}
      fetchPriority={isLazy ? undefined : 'high'}
      decoding="async"
      className="size-full object-contain"
      onError={() => setMissing(image)}
    />
  )
}
