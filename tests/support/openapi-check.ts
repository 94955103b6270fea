/** The parts of the OpenAPI document that are compared with responses. */
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

interface Operation {
  readonly responses: Readonly<Record<string, { readonly description: string }>>
}

/** Statuses of every call; the document has them once, as the `default` response. */
const COMMON_STATUSES = [405, 500, 503]

/**
 * Returns a function that throws if a documented call answers with a status or an error code that is not in
 * `document`.
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
    if (!found || !operation || COMMON_STATUSES.includes(response.status)) return
    const call = `${request.method} ${found.path}`
    const described = operation.responses[response.status]
    if (!described) throw new Error(`${call} answered ${response.status}, which is not documented`)
    if (response.status < 400) return
    const { code } = (await response.clone().json()) as { code: string }
    if (!described.description.includes(`\`${code}\``))
      throw new Error(`${call} answered ${response.status} ${code}, which is not documented`)
  }
}
