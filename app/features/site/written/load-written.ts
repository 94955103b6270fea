import type { LoaderFunctionArgs } from 'react-router'
import { shopContext } from '#kit/rendering/page-context.ts'
import { loadOrUnavailable } from '#kit/rendering/page-outage.ts'
import { requirePage } from '#kit/rendering/require-page.ts'
import { currentTexts } from '../texts/site-texts.ts'
import { readText } from './read-text.ts'
import type { Written, WrittenPageName } from './written-page.tsx'

/** The loader of such a page; a 404 response when the shop does not have it. */
export const loadWritten =
  (name: WrittenPageName) =>
  ({ context }: Pick<LoaderFunctionArgs, 'context'>): Promise<Written> => {
    requirePage(`/${name}`)
    return loadOrUnavailable(async () => {
      const texts = await currentTexts(context.get(shopContext))
      return {
        title: texts[`${name}Heading`],
        lead: texts[`${name}Lead`],
        blocks: readText(texts[`${name}Text`]),
      }
    })
  }
