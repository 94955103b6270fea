import type Stripe from 'stripe'

/** The answer of an operation: a status and the JSON body. */
export interface Answer {
  readonly status: number
  readonly body: object
}

/** The content of Stripe's `{error: …}`. */
export interface FaultBody {
  readonly type: 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error'
  readonly message: string
  readonly code?: string
  readonly decline_code?: string
  readonly param?: string
  readonly charge?: string
  readonly payment_intent?: Partial<Stripe.PaymentIntent>
  readonly payment_method?: Stripe.PaymentMethod
}

/** A refusal: what the call has written so far is rolled back. */
export class StripeFault extends Error {
  readonly status: number
  readonly body: FaultBody
  constructor(status: number, body: FaultBody) {
    super(body.message)
    this.status = status
    this.body = body
  }
}

/** The answer of an error, with the address of its documentation if it has a code. */
export function faultAnswer(status: number, body: FaultBody): Answer {
  const explained = body.code && {
    doc_url: `https://stripe.com/docs/error-codes/${body.code.replaceAll('_', '-')}`,
  }
  return { status, body: { error: { ...body, ...explained } } }
}

export function invalidRequest(
  message: string,
  details: { code?: string; param?: string } = {},
): StripeFault {
  return new StripeFault(400, { type: 'invalid_request_error', message, ...details })
}

export function missing(what: string, id: string, param = 'id'): StripeFault {
  return new StripeFault(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${what}: '${id}'`,
    param,
  })
}

/** The card's data are invalid; Stripe reports this before it checks the intent. */
export function cardError(code: string, message: string, param: string): StripeFault {
  return new StripeFault(402, { type: 'card_error', code, message, param })
}
