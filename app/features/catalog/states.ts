/** What files of a product are, in the sequence in which they are listed. */
export const fileKinds = ['model', 'drawing', 'certificate', 'manual', 'other'] as const

export type FileKind = (typeof fileKinds)[number]

/** The types of files that a product can have, as they are sent. */
export const FILE_TYPES = {
  step: 'model/step',
  stl: 'model/stl',
  dxf: 'image/vnd.dxf',
  pdf: 'application/pdf',
  png: 'image/png',
} as const

export type FileType = (typeof FILE_TYPES)[keyof typeof FILE_TYPES]

/** Whether the file can take the place of the drawn model; of several the newest does. */
export const isUploadedModel = ({
  kind,
  type,
}: {
  readonly kind: FileKind
  readonly type: FileType
}): boolean => kind === 'model' && type === FILE_TYPES.step

/** What admins do to a product. */
export const productEventKinds = [
  'created',
  'published',
  'changed',
  'stock',
  'counted',
  'count_undone',
  'archived',
  'restored',
  'imported',
  'undone',
  'file_added',
  'file_removed',
  'featured',
  'unfeatured',
  'planned',
  'plan_removed',
] as const

/** Which products a list for the staff has. Featured ones are also archived ones; the others but `archived` are for sale. */
export const managedStates = ['for_sale', 'low', 'out', 'featured', 'archived'] as const

export type ManagedState = (typeof managedStates)[number]

/** By what a list for the staff is sorted; with a dash before it the other way round. */
const sortedBy = ['sku', 'name', 'category', 'price', 'quantity'] as const

export type ManagedSort = (typeof sortedBy)[number] | `-${(typeof sortedBy)[number]}`

export const managedSorts: readonly ManagedSort[] = sortedBy.flatMap((column) => [
  column,
  `-${column}` as const,
])

/** Why prices are not put in place of others: somebody changed these, the part is not for sale, or its terms do not fit. */
export const heldBackReasons = ['prices_changed', 'archived', 'terms_changed'] as const

export type HeldBack = (typeof heldBackReasons)[number]
