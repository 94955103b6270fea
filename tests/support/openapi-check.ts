/** What of the shop's OpenAPI document is compared with its answers. */
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

interface Operation {
  readonly responses: Readonly<Record<string, { readonly description: string }>>
}

/** What any call can answer; a document says it once, as the answers' `default`. */
const EVERYWHERE = [405, 500, 503]

/**
 * Checks each answer of the shop that `document` describes: throws when a call that is in the document answers with a
 * status that is not, or refuses with a code that is not.
 */
export function createOpenApiCheck(document: Document) {
  const operations = Object.entries(document.paths).map(([path, methods]) => ({
    path,
    methods,
    pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }))
  return async (request: Request, response: Response): Promise<void> => {
    const { pathname } = new URL(request.url)
    const found = operations.find(({ pattern }) => pattern.test(pathname))
    const operation = found?.methods[request.method.toLowerCase()]
    if (!found || !operation || EVERYWHERE.includes(response.status)) return
    const call = `${request.method} ${found.path}`
    const described = operation.responses[response.status]
    if (!described)
      throw new Error(`${call} answered ${response.status}, which its description does not have`)
    if (response.status < 400) return
    const { code } = (await response.clone().json()) as { code: string }
    if (!described.description.includes(`\`${code}\``))
      throw new Error(`${call} answered ${response.status} ${code}, which its description does not have`)
  }
}
