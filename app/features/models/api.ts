import { jsonAnswer, publicCall } from '#kit/server/describe.ts'
import { REVALIDATE } from '#kit/server/headers.ts'
import { createRouter, z } from '#kit/server/router.ts'
import { shapeSchema } from './schema.ts'
import { shapeGroups } from './shapes/shapes.ts'

const listShapes = publicCall('get', '/shape', {
  operationId: 'listShapes',
  summary: 'The shapes that the shop can draw',
  description: 'A category names one of them, and from which attributes its parameters come.',
  answers: { 200: jsonAnswer('Shapes', z.array(shapeSchema)) },
})

/** The kinds of parameters whose values are texts. */
const TEXTS: ReadonlySet<string> = new Set(['thread', 'standard', 'choice'])

/** The call of the shapes. Models themselves are of parts, so the catalogue has their calls. */
export function modelsApi() {
  const answer = shapeGroups.flatMap((group) =>
    group.shapes.map(({ slug, name, standards, parameters }) => ({
      slug,
      name,
      group: group.name,
      standards: [...standards],
      parameters: parameters.map(({ key, label, unit, required, kind, options }) => ({
        key,
        label,
        ...(unit !== undefined && { unit }),
        required,
        kind: TEXTS.has(kind) ? ('text' as const) : ('number' as const),
        ...(options && { options: [...options] }),
      })),
    })),
  )
  return createRouter('Catalogue').openapi(listShapes, (c) => {
    c.header('Cache-Control', REVALIDATE)
    return c.json(answer, 200)
  })
}

export type ModelsApi = ReturnType<typeof modelsApi>
