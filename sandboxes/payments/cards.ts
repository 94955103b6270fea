import { brandOf, type CardBrand, passesLuhn, shapeOf } from './browser/card-number.ts'
import { type Form, readInteger, readRequired, readText } from './form.ts'
import { cardError, StripeFault } from './stripe-fault.ts'

/** How the bank behind a test card behaves once it is charged. */
export interface Behaviour {
  readonly decline?: Decline
  /** The bank asks for 3-D Secure first; `decline` and the rest come after it. */
  readonly authenticates?: true
  /** The charge succeeds or fails later. */
  readonly processes?: 'succeeds' | 'fails'
  /** A refund is pending and succeeds later, or is succeeded and fails later. */
  readonly refunds?: 'pending' | 'fails'
  /** The holder disputes the charge later. */
  readonly disputes?: true
}

/** The bank's answer when it declines. */
export interface Decline {
  readonly code: 'card_declined' | 'expired_card' | 'incorrect_cvc' | 'processing_error'
  readonly decline_code: string
  readonly message: string
  readonly param?: string
}

const DECLINED = 'Your card was declined.'

const declined = (decline_code: string, message = DECLINED): Behaviour => ({
  decline: { code: 'card_declined', decline_code, message },
})

const INSUFFICIENT = declined('insufficient_funds', 'Your card has insufficient funds.')

const BEHAVIOURS = {
  succeeds: {},
  generic_decline: declined('generic_decline'),
  insufficient_funds: INSUFFICIENT,
  lost_card: declined('lost_card'),
  stolen_card: declined('stolen_card'),
  fraudulent: declined('fraudulent'),
  card_velocity_exceeded: declined(
    'card_velocity_exceeded',
    'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
  ),
  expired_card: {
    decline: {
      code: 'expired_card',
      decline_code: 'expired_card',
      message: 'Your card has expired.',
      param: 'exp_month',
    },
  },
  incorrect_cvc: {
    decline: {
      code: 'incorrect_cvc',
      decline_code: 'incorrect_cvc',
      message: "Your card's security code is incorrect.",
      param: 'cvc',
    },
  },
  processing_error: {
    decline: {
      code: 'processing_error',
      decline_code: 'processing_error',
      message: 'An error occurred while processing your card. Try again in a little bit.',
    },
  },
  authenticates: { authenticates: true },
  authenticates_insufficient_funds: { ...INSUFFICIENT, authenticates: true },
  authenticates_declined: { ...declined('generic_decline'), authenticates: true },
  processes: { processes: 'succeeds' },
  processes_fails: { ...declined('generic_decline'), processes: 'fails' },
  refund_pending: { refunds: 'pending' },
  refund_fails: { refunds: 'fails' },
  disputes: { disputes: true },
} as const satisfies Record<string, Behaviour>

export type BehaviourName = keyof typeof BEHAVIOURS

export const behaviourOf = (name: BehaviourName): Behaviour => BEHAVIOURS[name]

/** Stripe's test cards. The two that process belong to the sandbox: Stripe has none that stay `processing`. */
const TEST_CARDS: Readonly<Record<string, BehaviourName>> = {
  '4242424242424242': 'succeeds',
  '4000056655665556': 'succeeds',
  '5555555555554444': 'succeeds',
  '2223003122003222': 'succeeds',
  '5200828282828210': 'succeeds',
  '5105105105105100': 'succeeds',
  '378282246310005': 'succeeds',
  '371449635398431': 'succeeds',
  '6011111111111117': 'succeeds',
  '6011000990139424': 'succeeds',
  '6011981111111113': 'succeeds',
  '3056930009020004': 'succeeds',
  '36227206271667': 'succeeds',
  '6555900000604105': 'succeeds',
  '3566002020360505': 'succeeds',
  '6200000000000005': 'succeeds',
  '6200000000000047': 'succeeds',
  '6205500000000000004': 'succeeds',
  '4000000000000077': 'succeeds',
  '4000000000000101': 'succeeds',
  '4000000000003055': 'succeeds',
  '4000000000003097': 'succeeds',
  '4000000000000002': 'generic_decline',
  '4000000000000341': 'generic_decline',
  '4000008400001280': 'generic_decline',
  '4000000000009995': 'insufficient_funds',
  '4000000000009987': 'lost_card',
  '4000000000009979': 'stolen_card',
  '4100000000000019': 'fraudulent',
  '4000000000006975': 'card_velocity_exceeded',
  '4000000000000069': 'expired_card',
  '4000000000000127': 'incorrect_cvc',
  '4000000000000119': 'processing_error',
  '4000002500003155': 'authenticates',
  '4000002760003184': 'authenticates',
  '4000003800000446': 'authenticates',
  '4000000000003220': 'authenticates',
  '4000008260003178': 'authenticates_insufficient_funds',
  '4000008400001629': 'authenticates_declined',
  '4000000000007726': 'refund_pending',
  '4000000000005126': 'refund_fails',
  '4000000000000259': 'disputes',
  '4000000000008807': 'processes',
  '4000000000008815': 'processes_fails',
}

/** Stripe's ready-made payment methods and their card numbers. */
const READY_MADE: Readonly<Record<string, string>> = {
  pm_card_visa: '4242424242424242',
  pm_card_visa_debit: '4000056655665556',
  pm_card_mastercard: '5555555555554444',
  pm_card_mastercard_debit: '5200828282828210',
  pm_card_mastercard_prepaid: '5105105105105100',
  pm_card_amex: '378282246310005',
  pm_card_discover: '6011111111111117',
  pm_card_diners: '3056930009020004',
  pm_card_jcb: '3566002020360505',
  pm_card_unionpay: '6200000000000005',
  pm_card_visa_chargeDeclined: '4000000000000002',
  pm_card_chargeDeclined: '4000000000000002',
  pm_card_visa_chargeDeclinedInsufficientFunds: '4000000000009995',
  pm_card_chargeDeclinedInsufficientFunds: '4000000000009995',
  pm_card_visa_chargeDeclinedLostCard: '4000000000009987',
  pm_card_visa_chargeDeclinedStolenCard: '4000000000009979',
  pm_card_visa_chargeDeclinedVelocityLimitExceeded: '4000000000006975',
  pm_card_radarBlock: '4100000000000019',
  pm_card_chargeDeclinedExpiredCard: '4000000000000069',
  pm_card_chargeDeclinedIncorrectCvc: '4000000000000127',
  pm_card_chargeDeclinedProcessingError: '4000000000000119',
  pm_card_authenticationRequired: '4000002760003184',
  pm_card_authenticationRequiredOnSetup: '4000002500003155',
  pm_card_authenticationRequiredChargeDeclinedInsufficientFunds: '4000008260003178',
  pm_card_threeDSecure2Required: '4000000000003220',
  pm_card_pendingRefund: '4000000000007726',
  pm_card_refundFail: '4000000000005126',
  pm_card_createDispute: '4000000000000259',
}

/** The stored properties of a card: neither its number nor its security code. */
export interface Card {
  readonly brand: CardBrand
  readonly last4: string
  readonly expMonth: number
  readonly expYear: number
  readonly cvcGiven: boolean
  readonly behaviour: BehaviourName
}

/** The ready-made id of a card number; undefined if Stripe has none. */
export const readyMadeId = (number: string): string | undefined =>
  Object.keys(READY_MADE).find((id) => READY_MADE[id] === number)

/** The card behind one of Stripe's ready-made ids (`pm_card_visa`), or undefined. */
export function readyMadeCard(id: string, nowMs: number): Card | undefined {
  const number = Object.hasOwn(READY_MADE, id) ? READY_MADE[id] : undefined
  return number === undefined
    ? undefined
    : toCard(number, { expMonth: 12, expYear: new Date(nowMs).getUTCFullYear() + 1, cvcGiven: true })
}

/** Reads the card at `path` of a form. Throws Stripe's error if it is invalid. */
export function readCard(form: Form, path: string, nowMs: number): Card {
  const number = readRequired(form, `${path}[number]`).replace(/[ -]/g, '')
  checkNumber(number)
  const expiry = readExpiry(form, path, nowMs)
  const cvc = readText(form, `${path}[cvc]`)
  if (cvc !== undefined && !new RegExp(`^\\d{${shapeOf(brandOf(number)).cvcLength}}$`).test(cvc)) {
    throw cardError('invalid_cvc', "Your card's security code is invalid.", 'cvc')
  }
  return toCard(number, { ...expiry, cvcGiven: cvc !== undefined })
}

function toCard(number: string, rest: Pick<Card, 'expMonth' | 'expYear' | 'cvcGiven'>): Card {
  const known = Object.hasOwn(TEST_CARDS, number) ? TEST_CARDS[number] : undefined
  if (!known) {
    throw new StripeFault(402, {
      type: 'card_error',
      code: 'card_declined',
      decline_code: 'test_mode_live_card',
      message:
        'Your card was declined. Your request was in test mode, but used a non test card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
    })
  }
  // Without a security code the bank cannot find it incorrect.
  const behaviour = known === 'incorrect_cvc' && !rest.cvcGiven ? 'succeeds' : known
  return { brand: brandOf(number), last4: number.slice(-4), ...rest, behaviour }
}

function checkNumber(number: string): void {
  if (!/^\d+$/.test(number)) throw cardError('invalid_number', 'Your card number is invalid.', 'number')
  if (!shapeOf(brandOf(number)).lengths.includes(number.length) || !passesLuhn(number)) {
    throw cardError('incorrect_number', 'Your card number is incorrect.', 'number')
  }
}

function readExpiry(form: Form, path: string, nowMs: number): { expMonth: number; expYear: number } {
  const badMonth = cardError('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month')
  const badYear = cardError('invalid_expiry_year', "Your card's expiration year is invalid.", 'exp_year')
  const expMonth = readInteger(form, `${path}[exp_month]`)
  const givenYear = readInteger(form, `${path}[exp_year]`)
  if (expMonth === undefined || expMonth < 1 || expMonth > 12) throw badMonth
  if (givenYear === undefined) throw badYear
  const expYear = givenYear < 100 ? 2000 + givenYear : givenYear
  const today = new Date(nowMs)
  const thisYear = today.getUTCFullYear()
  if (expYear < thisYear || expYear > thisYear + 50) throw badYear
  if (expYear === thisYear && expMonth < today.getUTCMonth() + 1) throw badMonth
  return { expMonth, expYear }
}
