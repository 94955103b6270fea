/** The formats of a model: AP242, binary glTF, and a drawing in two views. */
export const modelFormats = ['step', 'glb', 'dxf'] as const

export type ModelFormat = (typeof modelFormats)[number]

/** The formats that are made and kept: those of a model, and the drawing with dimensions that pages and data sheets show. */
export type MadeFormat = ModelFormat | 'svg'
