/** What a failed delivery affects. */
type FailureKind =
  /** The server will never accept this mail. */
  | 'permanent'
  /** Another attempt may succeed; other mails are not affected. */
  | 'temporary'
  /** The server accepts no mail at present. */
  | 'server unavailable'

/**
 * Why a mail was not delivered. Servers repeat the address in their answers, so `message` contains none of their text
 * and may be logged; `answer` contains all of it and is stored with the mail.
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

/** The properties of nodemailer's errors beside the message. */
interface SmtpFailure extends Error {
  readonly code?: string
  /** The command that the server answered, for example `RCPT TO`. */
  readonly command?: string
  /** The answer, which begins with `responseCode`. */
  readonly response?: string
  readonly responseCode?: number
}

const ENHANCED_STATUS = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/

/** Converts an error of nodemailer. */
export function deliveryError(thrown: unknown): DeliveryError {
  const failure = thrown instanceof Error ? (thrown as SmtpFailure) : new Error(String(thrown))
  const { code = 'unknown', command, response, responseCode } = failure as SmtpFailure
  const kind = kindOf(failure)
  const status = [responseCode, ENHANCED_STATUS.exec(response ?? '')?.[1]].filter(Boolean).join(' ')
  // Without an answer the message is Node's and names the server's address only, unless it is about the mail.
  const reason = status || (kind === 'server unavailable' ? failure.message : 'the mail is not valid')
  const message = `${code}${command ? ` (${command})` : ''}: ${reason}`
  return new DeliveryError(kind, message, String(failure))
}

/**
 * An answer to the recipient or to the content affects this mail only: 5xx permanently, 4xx temporarily. An answer to the
 * sender or the password, a greeting, and a lost connection would affect every other mail as well.
 */
function kindOf({ code, command, responseCode }: SmtpFailure): FailureKind {
  const isOfMail = code === 'EMESSAGE' || (code === 'EENVELOPE' && command !== 'MAIL FROM')
  if (!isOfMail) return 'server unavailable'
  return responseCode !== undefined && responseCode >= 500 ? 'permanent' : 'temporary'
}
