import { piecesText } from '#kit/text/count-text.ts'
import type { ReturnOutcome, ReturnReason, ReturnState, ReturnStep } from './states.ts'

export const reasonTexts: Readonly<Record<ReturnReason, string>> = {
  wrong_part: 'Wrong part or size',
  damaged: 'Damaged on the way',
  faulty: 'Not as specified',
  too_many: 'Ordered too many',
  not_needed: 'Not needed any more',
  other: 'Another reason',
}

/** The states as staff read them; the customer reads the same. */
const STATES: Readonly<Record<ReturnState, string>> = {
  asked: 'Requested',
  accepted: 'Accepted',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
  received: 'Received',
  refunding: 'Refund not confirmed yet',
  settled: 'Settled',
  closed: 'Closed',
}

const OUTCOMES: Readonly<Record<ReturnOutcome, string>> = { refund: 'Refunded', replacement: 'Replaced' }

/** "Accepted", and of a settled one how: "Refunded". */
export const stateText = ({
  state,
  outcome,
}: {
  readonly state: ReturnState
  readonly outcome?: ReturnOutcome | undefined
}): string => (state === 'settled' && outcome !== undefined ? OUTCOMES[outcome] : STATES[state])

const STEPS: Readonly<Record<ReturnStep, (pieces: string) => string>> = {
  asked: (pieces) => `Return of ${pieces} requested`,
  opened: (pieces) => `Return of ${pieces} opened`,
  accepted: (pieces) => `Return of ${pieces} accepted`,
  declined: (pieces) => `Return of ${pieces} declined`,
  withdrawn: (pieces) => `Return of ${pieces} withdrawn`,
  received: (pieces) => `${pieces} came back`,
  replaced: (pieces) => `${pieces} that came back sent again`,
  closed: (pieces) => `Return of ${pieces} closed`,
}

/** A step in the timeline of its order: "Return of 20 pieces requested". */
export const stepText = ({ step, pieces }: { readonly step: ReturnStep; readonly pieces: number }): string =>
  STEPS[step](piecesText(pieces))
