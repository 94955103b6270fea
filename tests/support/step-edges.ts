/** The entities of a STEP file by their number: the name and the parameters as a text. */
function entitiesOf(step: string): Map<string, { name: string; parameters: string }> {
  const found = step.replace(/\r?\n\s*/g, '').matchAll(/(#\d+)\s*=\s*([A-Z_0-9]+)\((.*?)\);/g)
  return new Map(
    [...found].map(([, number = '', name = '', parameters = '']) => [number, { name, parameters }]),
  )
}

const references = (parameters: string): string[] => parameters.match(/#\d+/g) ?? []

/** Whether the last logical value of an entity is true. */
const isForward = (parameters: string): boolean => /\.T\.\s*$/.test(parameters)

/**
 * The edges of the solids in a STEP file that are not used once forward and once reversed, as each edge of a closed oriented
 * solid is; and how many edges there are.
 */
export function wrongEdges(step: string): { readonly edges: number; readonly wrong: readonly string[] } {
  const entities = entitiesOf(step)
  const uses = new Map<string, boolean[]>()
  for (const { name, parameters } of entities.values()) {
    if (name !== 'FACE_BOUND' && name !== 'FACE_OUTER_BOUND') continue
    const loop = entities.get(references(parameters)[0] ?? '')
    if (loop?.name !== 'EDGE_LOOP') continue
    for (const number of references(loop.parameters)) {
      const oriented = entities.get(number)?.parameters ?? ''
      const [edge = ''] = references(oriented)
      uses.set(edge, [...(uses.get(edge) ?? []), isForward(oriented) === isForward(parameters)])
    }
  }
  const wrong = [...uses].filter(([, senses]) => senses.length !== 2 || senses[0] === senses[1])
  return { edges: uses.size, wrong: wrong.map(([edge, senses]) => `${edge} ${senses.join()}`) }
}
