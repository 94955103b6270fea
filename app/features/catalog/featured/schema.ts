import { z } from 'zod'
import { FEATURED_AT_ONCE } from '../limits.ts'

/** The request that marks products for the home page, or takes the marks away. */
export const featuredChangeSchema = z.object({
  ids: z
    .array(z.string().max(100), 'The products are a list of ids.')
    .min(1, 'At least one product is required.')
    .max(FEATURED_AT_ONCE, `At most ${FEATURED_AT_ONCE} products can be marked at once.`),
  featured: z.boolean('Whether they are featured has to be true or false.'),
})

export type FeaturedChange = z.infer<typeof featuredChangeSchema>

export const featuredQuerySchema = z.object({ limit: z.string().optional(), after: z.string().optional() })

export type FeaturedQuery = z.infer<typeof featuredQuerySchema>
