/** The formats of a model: AP242, binary glTF, and a drawing in two views. */
export const modelFormats = ['step', 'glb', 'dxf'] as const

export type ModelFormat = (typeof modelFormats)[number]
