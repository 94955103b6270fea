export { type CategoryShape, checkCategoryShape, modelOfPart } from './shapes/category-shapes.ts'
export { findShape } from './shapes/shapes.ts'
