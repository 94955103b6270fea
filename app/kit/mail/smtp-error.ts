import { DeliveryError, type FailureKind } from '#kit/outbox/delivery-error.ts'

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
export function smtpError(thrown: unknown): DeliveryError {
  const failure = thrown instanceof Error ? (thrown as SmtpFailure) : new Error(String(thrown))
  const { code = 'unknown', command, response, responseCode } = failure as SmtpFailure
  const kind = kindOf(failure)
  const status = [responseCode, ENHANCED_STATUS.exec(response ?? '')?.[1]].filter(Boolean).join(' ')
  // Without an answer the message is Node's and names the server's address only, or the shop's own; unless it is about the mail.
  const isOfMail = code === 'EMESSAGE' || code === 'EENVELOPE'
  const reason = status || (isOfMail ? 'the mail is not valid' : failure.message)
  const message = `${code}${command ? ` (${command})` : ''}: ${reason}`
  return new DeliveryError(kind, message, String(failure))
}

/** The content could not be read, or may not be handed over any more. */
const STREAM = 'ESTREAM'

/**
 * An answer to the recipient or to the content affects this mail only: 5xx permanently, 4xx temporarily. An answer to the
 * sender or the password, a greeting, and a lost connection would affect every other mail as well.
 */
function kindOf({ code, command, responseCode }: SmtpFailure): FailureKind {
  const isOfMail = code === STREAM || code === 'EMESSAGE' || (code === 'EENVELOPE' && command !== 'MAIL FROM')
  if (!isOfMail) return 'unavailable'
  return responseCode !== undefined && responseCode >= 500 ? 'permanent' : 'temporary'
}
