import { z } from 'zod'
import { oneLineField } from '#kit/input/fields.ts'
import { requestFields } from '../fields/schema.ts'
import { PICTURE_LIMITS } from '../limits.ts'

/** The request that replaces the pictures of a part. */
export const changedPicturesSchema = z
  .object({
    revision: z.int('The revision is required, as a whole number.'),
    images: z
      .array(
        z.object({
          image: requestFields.image,
          alt: oneLineField('The text of a picture', { maximum: PICTURE_LIMITS.alt }).optional(),
        }),
        'The pictures are a list.',
      )
      .min(1, 'A product has at least one picture.')
      .max(PICTURE_LIMITS.pictures, `A product can have ${PICTURE_LIMITS.pictures} pictures.`),
  })
  .refine(({ images }) => new Set(images.map(({ image }) => image)).size === images.length, {
    path: ['images'],
    error: 'Each picture is in the list once.',
  })

export type ChangedPictures = z.infer<typeof changedPicturesSchema>
