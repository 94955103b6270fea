import { useMatches } from 'react-router'

/** The `handle` of a page for people who do not know the shop: without its menus and links, nothing leads away. */
export interface FramedPageHandle {
  readonly frame: 'bare'
}

/** Whether the current page has the frame without menus and links. */
export const useIsBareFrame = (): boolean =>
  useMatches().some(({ handle }) => (handle as Partial<FramedPageHandle> | undefined)?.frame === 'bare')
