import { findPartDrawing } from '#features/catalog/catalog.ts'
import type { Product } from '#features/catalog/schema.ts'
import type { ModelFiles } from '#features/models/models.ts'
import { type Picture, svgPicture } from '#kit/pictures/read-picture.ts'
import { AppError } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'

/** What a data sheet shows of the part's model. */
interface ModelView {
  readonly picture: Picture | undefined
  /** The drawing with dimensions, unless it is the picture. */
  readonly view: Picture | undefined
  /** Whether there should be one that could not be had now. */
  readonly isMissing: boolean
  /** It could not, since it is still being made. */
  readonly isLate?: boolean
}

/** Who asks for a data sheet waits no longer for the drawing on it: as long as who opens a part. */
const LONGEST_WAIT_MS = 6000

/**
 * The picture of a part and the drawing of its model, which is made first: the picture of a sample part is this drawing as soon
 * as it is made.
 */
export async function readModelView(
  shop: Shop,
  models: ModelFiles,
  { sku, model }: Product,
  readPicture: () => Promise<Picture | undefined>,
): Promise<ModelView> {
  if ('reason' in model) return { picture: await readPicture(), view: undefined, isMissing: false }
  try {
    const { svg } = await findPartDrawing(shop, models, sku, { withinMs: LONGEST_WAIT_MS })
    const picture = await readPicture()
    return { picture, view: isSameDrawing(picture, svg) ? undefined : svgPicture(svg), isMissing: false }
  } catch (error) {
    // The facts and prices are worth sending without it.
    if (!(error instanceof AppError)) shop.log.warn({ err: error, sku }, 'a data sheet has no drawing')
    const isLate = error instanceof AppError && error.status === 503
    return { picture: await readPicture(), view: undefined, isMissing: true, isLate }
  }
}

/**
 * The pictures of the sample parts are the drawings of their models with a title: printed twice, they would say nothing more. They
 * are compared by what they draw and not by their address: when a size of such a part was changed, or it has an uploaded
 * model, its picture is no longer the drawing of its model.
 */
const isSameDrawing = (picture: Picture | undefined, svg: string): boolean =>
  picture?.kind === 'svg' && picture.svg.replace(/<title>[^<]*<\/title>/, '').trim() === svg.trim()
