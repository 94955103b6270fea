/** What a failed delivery affects. */
export type FailureKind =
  /** The receiver will never accept this entry. */
  | 'permanent'
  /** Another attempt may succeed; other entries are not affected. */
  | 'temporary'
  /** The receiver accepts nothing at present. */
  | 'unavailable'

/**
 * Why an entry was not delivered. Receivers repeat personal data in their answers, so `message` contains none of their
 * text and may be logged; `answer` contains all of it and is stored with the entry.
 */
export class DeliveryError extends Error {
  readonly kind: FailureKind
  readonly answer: string
  constructor(kind: FailureKind, message: string, answer: string) {
    super(message)
    this.name = 'DeliveryError'
    this.kind = kind
    this.answer = answer
  }
}
