import { hairline } from './icons.tsx'

// Apart from the others, so that visitors do not load it.
export const SheetIcon = hairline(<path d="M5 2.5h7L15.5 6v11.5H5zM12 2.5V6h3.5M7.5 9.5h5.5M7.5 12.5h5.5" />)
