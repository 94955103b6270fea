/** Shapes of parts, and the files of their models: what other features may call on the server. */

export type { Model } from './defining/shape.ts'
export { nameStep } from './files/step.ts'
export { createModelFiles, deleteOldModels, type ModelFiles, type Waiting } from './kept/model-files.ts'
export {
  type CategoryShape,
  checkCategoryShape,
  modelOfPart,
  NO_SHAPE,
  reasonForNone,
  wrongSizes,
} from './shapes/category-shapes.ts'
export { findShape } from './shapes/shapes.ts'
export { coarsePitch } from './standards/iso-261.ts'
