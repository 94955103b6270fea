import type { PublicPageHandle } from '#kit/public-cache/public-addresses.ts'
import { loadWritten } from '../written/load-written.ts'
import { WrittenPage, writtenMeta } from '../written/written-page.tsx'

export const handle = { publicCache: { parameters: [] } } satisfies PublicPageHandle

export const meta = writtenMeta

export const loader = loadWritten('privacy')

export default WrittenPage
