/** How many hours the pieces of an unpaid order are held. */
export interface HoldHours {
  readonly hours: number
  /** Fewer, for accounts whose e-mail address is not confirmed; absent where they are held as long. */
  readonly unconfirmedHours?: number
  /** What the unpaid orders of such an account can be at most, and come to together in dollars; absent where there is no limit. */
  readonly unconfirmedMost?: { readonly orders: number; readonly dollars: number }
}

/** "72 hours", "1 hour", "30 minutes" */
export function hoursText(hours: number): string {
  const [count, unit] = hours < 1 ? [Math.ceil(hours * 60), 'minute'] : [Math.floor(hours * 10) / 10, 'hour']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/** The hold in the facts of the shop. */
export function holdFact({ hours, unconfirmedHours }: HoldHours): string {
  const fact = `${hoursText(hours)} until paid`
  return unconfirmedHours === undefined
    ? fact
    : `${fact}, ${hoursText(unconfirmedHours)} until your e-mail is confirmed`
}
