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

/** Why prices are not put in place of others: somebody changed these, the part is not for sale, or its terms do not fit. */
export const heldBackReasons = ['prices_changed', 'archived', 'terms_changed'] as const

export type HeldBack = (typeof heldBackReasons)[number]

/** The media types of models. */
export const MODEL_TYPES = { step: FILE_TYPES.step, glb: 'model/gltf-binary', dxf: FILE_TYPES.dxf } as const
