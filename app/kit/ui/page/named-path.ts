/** A name with the path of its page. */
export interface NamedPath {
  readonly name: string
  readonly path: string
}
