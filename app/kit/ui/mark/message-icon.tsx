import { hairline } from './icons.tsx'

/** Not among the icons that public pages load. */
export const MessageIcon = hairline(<path d="M3 4.5h14v9.5H9l-4 3v-3H3z" />)
