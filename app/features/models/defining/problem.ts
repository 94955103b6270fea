/** A wrong parameter, and why in a sentence for whoever gave it. */
export interface Problem {
  readonly key: string
  readonly message: string
}

/** A size that is missing and in no table; the message says which. */
export class NoModel extends Error {}
