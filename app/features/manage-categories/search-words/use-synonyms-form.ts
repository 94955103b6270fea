import { signOutIfForbidden } from '#features/accounts/components.tsx'
import { catalogClient } from '#features/catalog/client.ts'
import type { Synonyms } from '#features/catalog/fields.ts'
import { productRefusals } from '#features/catalog/refusals.ts'
import { unwrap } from '#kit/browser/client.ts'
import { changedLines } from '#kit/ui/admin/changed-lines.ts'
import { type RevisionedForm, useRevisionedForm } from '#kit/ui/admin/use-revisioned-form.ts'
import { isRefusedBy } from '#kit/ui/form/refused-by.ts'
import { readLines, textOf, withTheirs } from './synonym-lines.ts'

export const fetchSynonyms = (signal?: AbortSignal): Promise<Synonyms> =>
  unwrap(catalogClient.synonyms.$get({}, { init: { ...(signal && { signal }) } }))

/** The draft is a text of all lines; `true`: lines of another admin came into it. */
const FORM: RevisionedForm<Synonyms, string, true> = {
  key: 'synonyms',
  open: ({ synonyms }) => textOf(synonyms),
  isChanged: ({ synonyms }, text) => changedLines(textOf(synonyms), text).length > 0,
  rebase: (text, before, now) =>
    before.revision === now.revision
      ? { draft: text, theirs: undefined }
      : { draft: withTheirs(textOf(before.synonyms), text, textOf(now.synonyms)), theirs: true },
  sent: (text, { revision }) => ({ revision, synonyms: [...readLines(text).synonyms] }),
  load: fetchSynonyms,
  put: (json) => unwrap(catalogClient.synonyms.$put({ json })),
  savedMeanwhile: (error) =>
    isRefusedBy(error, productRefusals.revisionChanged)
      ? (error.extras.synonyms as Synonyms | undefined)
      : undefined,
  undo: (body) => ({ text: 'Search words saved', call: { method: 'PUT', path: '/api/synonyms', body } }),
  signOutIfForbidden,
}

/** The synonyms as they are typed. */
export function useSynonymsForm(loaded: Synonyms, email: string) {
  const { draft: text, edit, save, theirs, ...form } = useRevisionedForm(FORM, loaded, email)
  const { problem } = readLines(text)
  return {
    ...form,
    text,
    hasTheirs: theirs === true,
    changes: changedLines(textOf(form.saved.synonyms), text),
    problem,
    save: async () => {
      if (problem === undefined) await save()
    },
    type: (typed: string) => edit(() => typed, ['synonyms', 'synonyms/']),
  }
}
