import type { ManagedProduct } from '#features/catalog/schema.ts'
import { fieldErrors, ProblemError } from '#kit/browser/client.ts'
import { type Choices, conflictsOf, merge, type Versions } from './conflicts.ts'
import { breaksOf, changedFields, type Draft, productDraftOf, withBreaks } from './draft.ts'

/** The form of a product. */
export interface EditorState {
  /** The product as the shop has it, as far as this page knows. */
  readonly product: ManagedProduct
  /** What the changes are compared with, and its revision. */
  readonly before: Draft
  readonly revision: number
  readonly draft: Draft
  /** What somebody else has saved meanwhile, and what is chosen of it. */
  readonly meanwhile?: { readonly theirs: ManagedProduct; readonly choices: Choices } | undefined
  /** The fields whose errors are shown. */
  readonly checked: ReadonlySet<string> | 'all'
  /** What the shop refused by field, until the field is edited. */
  readonly refused: Readonly<Record<string, string>>
  readonly failure: unknown
}

const NOTHING = { checked: new Set<string>(), refused: {}, failure: null, meanwhile: undefined } as const

export function openForm(
  product: ManagedProduct,
  kept?: Pick<EditorState, 'before' | 'revision' | 'draft'>,
): EditorState {
  const draft = productDraftOf(product)
  const state = { ...NOTHING, product, before: draft, revision: product.revision, draft }
  return kept ? mergeTheirs({ ...state, ...kept }, product) : state
}

export const editForm = (state: EditorState, part: Draft): EditorState => ({
  ...state,
  draft: { ...state.draft, ...part },
  refused: Object.fromEntries(Object.entries(state.refused).filter(([field]) => !isOf(field, part))),
})

/** Whether an error at that field is about the edited part: edited price breaks are sent as a whole. */
const isOf = (field: string, part: Draft): boolean =>
  field in part || ('prices' in part && field.startsWith('prices'))

/** Removes a price break. Those behind it move up, and so do their shown errors. */
export function removePriceBreak(state: EditorState, index: number): EditorState {
  const { checked, draft } = state
  const after = editForm(state, withBreaks(breaksOf(draft).filter((_, at) => at !== index)))
  if (checked === 'all') return after
  return { ...after, checked: new Set([...checked].flatMap((field) => movedUp(field, index))) }
}

function movedUp(field: string, removed: number): string[] {
  const [, at, part] = /^prices\/(\d+)\/(.+)$/.exec(field) ?? []
  if (at === undefined || Number(at) < removed) return [field]
  return Number(at) === removed ? [] : [`prices/${Number(at) - 1}/${part}`]
}

export const discardChanges = (state: EditorState): EditorState => ({
  ...state,
  ...NOTHING,
  draft: state.before,
})

/** The shop has another revision. What is typed here stays; where both changed a field, one has to be chosen. */
export function mergeTheirs(state: EditorState, theirs: ManagedProduct): EditorState {
  const after = productDraftOf(theirs)
  const versions = { before: state.before, mine: state.draft, theirs: after }
  if (conflictsOf(versions).length > 0)
    return { ...state, product: theirs, meanwhile: { theirs, choices: {} }, failure: null }
  return rebased(state, theirs, merge(versions, {}))
}

/** Goes on with the chosen values, on the revision of the shop. */
export function applyChoices(state: EditorState): EditorState {
  const versions = versionsOf(state)
  if (!state.meanwhile || !versions) return state
  const { theirs, choices } = state.meanwhile
  return { ...rebased(state, theirs, merge(versions, choices)), meanwhile: undefined, failure: null }
}

const rebased = (state: EditorState, product: ManagedProduct, draft: Draft): EditorState => ({
  ...state,
  product,
  before: productDraftOf(product),
  revision: product.revision,
  draft,
})

/** The shop has saved `sent`. What was typed since then stays. */
export function takeSaved(state: EditorState, product: ManagedProduct, sent: Draft): EditorState {
  const since = changedFields(sent, state.draft).map((field) => [field, state.draft[field] ?? ''])
  const after = openForm(product)
  return { ...after, draft: { ...after.draft, ...Object.fromEntries(since) } }
}

export const showRefusal = (state: EditorState, error: unknown): EditorState => ({
  ...state,
  refused: fieldErrors(error),
  failure: error,
})

/** The three forms while somebody else's changes are to be chosen from. */
export const versionsOf = ({ before, draft, meanwhile }: EditorState): Versions | undefined =>
  meanwhile && { before, mine: draft, theirs: productDraftOf(meanwhile.theirs) }

export const INVALID = new ProblemError(422, 'invalid', 'Correct the marked fields.')
