import { FILE_TYPES } from '../states.ts'

/** The media types of models. */
export const MODEL_TYPES = { step: FILE_TYPES.step, glb: 'model/gltf-binary', dxf: FILE_TYPES.dxf } as const
