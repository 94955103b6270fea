/**
 * `asked`: it waits for an answer of the staff. `accepted`: the pieces are to come. `received`: some came, so that it is to be
 * settled. `refunding`: the payment provider has not confirmed its refund. `closed`: it ended without refund and replacement.
 */
export const returnStates = [
  'asked',
  'accepted',
  'declined',
  'withdrawn',
  'received',
  'refunding',
  'settled',
  'closed',
] as const

export type ReturnState = (typeof returnStates)[number]

/** What the list of the staff can be filtered by. `waiting`: the staff have to do something about it. */
export const returnFilters = ['waiting', ...returnStates] as const

export type ReturnFilter = (typeof returnFilters)[number]

export const returnReasons = ['wrong_part', 'damaged', 'faulty', 'too_many', 'not_needed', 'other'] as const

export type ReturnReason = (typeof returnReasons)[number]

export const returnOutcomes = ['refund', 'replacement'] as const

export type ReturnOutcome = (typeof returnOutcomes)[number]

/** What happens to a return of shipped pieces, in the words of its history. */
export type ReturnStep =
  | 'asked'
  | 'opened'
  | 'accepted'
  | 'declined'
  | 'withdrawn'
  | 'received'
  | 'replaced'
  | 'closed'

/** The steps that the customer takes, of which the staff are told; all others are the staff's. */
const customerSteps = ['asked', 'withdrawn'] as const satisfies readonly ReturnStep[]

export type CustomerStep = (typeof customerSteps)[number]

export type StaffStep = Exclude<ReturnStep, CustomerStep>

export const isOfCustomer = (step: ReturnStep): step is CustomerStep =>
  customerSteps.some((each) => each === step)
