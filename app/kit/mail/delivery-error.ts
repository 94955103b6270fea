/** What becomes of a mail that was not taken, and of those after it. */
type Fate =
  /** The server will never take it. */
  | 'given up'
  /** Another try may do; the others are not concerned. */
  | 'put off'
  /** The server takes none at all for now. */
  | 'server away'

/**
 * Why a mail was not taken. Servers repeat the address in their answers, so `message` has none of their words and may be
 * logged; `answer` has them all and stays with the mail.
 */
export class DeliveryError extends Error {
  readonly fate: Fate
  readonly answer: string
  constructor(fate: Fate, message: string, answer: string) {
    super(message)
    this.name = 'DeliveryError'
    this.fate = fate
    this.answer = answer
  }
}

/** What nodemailer's errors say beside their message. */
interface SmtpFailure extends Error {
  readonly code?: string
  /** What the server answered to: `RCPT TO` for example. */
  readonly command?: string
  /** The answer, and the status that it begins with. */
  readonly response?: string
  readonly responseCode?: number
}

const ENHANCED_STATUS = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/

/** Reads what nodemailer threw. */
export function deliveryError(thrown: unknown): DeliveryError {
  const failure = thrown instanceof Error ? (thrown as SmtpFailure) : new Error(String(thrown))
  const { code = 'unknown', command, response, responseCode } = failure as SmtpFailure
  const fate = fateOf(failure)
  const status = [responseCode, ENHANCED_STATUS.exec(response ?? '')?.[1]].filter(Boolean).join(' ')
  // Without an answer it is Node that speaks, of the server's address alone, unless it is about the mail.
  const reason = status || (fate === 'server away' ? failure.message : 'the mail is not valid')
  const message = `${code}${command ? ` (${command})` : ''}: ${reason}`
  return new DeliveryError(fate, message, String(failure))
}

/**
 * An answer to the recipient or to the content concerns this mail: 5xx for good, 4xx for now. One to the sender, to the
 * password or to nothing, and a line that broke, would meet every other mail as well.
 */
function fateOf({ code, command, responseCode }: SmtpFailure): Fate {
  const isOfMail = code === 'EMESSAGE' || (code === 'EENVELOPE' && command !== 'MAIL FROM')
  if (!isOfMail) return 'server away'
  return responseCode !== undefined && responseCode >= 500 ? 'given up' : 'put off'
}
