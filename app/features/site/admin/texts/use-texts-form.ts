import { signOutIfForbidden } from '#features/accounts/components.tsx'
import { takeFields } from '#kit/ui/admin/fields-meanwhile.ts'
import { type RevisionedForm, useRevisionedForm } from '#kit/ui/admin/use-revisioned-form.ts'
import type { SiteTexts, TextName } from '../../texts/schema.ts'
import { fetchTexts, putTexts, textsMeanwhile } from '../client.ts'
import { changedNames, draftOf, rebaseTexts, shownTexts, type TextsDraft, valuesOf } from './draft.ts'

const FORM: RevisionedForm<SiteTexts, TextsDraft, readonly TextName[]> = {
  key: 'texts',
  open: (saved) => draftOf(shownTexts(saved)),
  isChanged: (saved, draft) => changedNames(shownTexts(saved), valuesOf(draft)).length > 0,
  rebase: rebaseTexts,
  sent: (draft, { revision, original }) => ({ revision, original, texts: valuesOf(draft) }),
  load: fetchTexts,
  put: putTexts,
  savedMeanwhile: textsMeanwhile,
  undo: ({ revision, texts }) => ({
    text: 'Texts saved',
    call: { method: 'PUT', path: '/api/texts', body: { revision, texts } },
  }),
  signOutIfForbidden,
}

/** The texts as they are typed. */
export function useTextsForm(loaded: SiteTexts, email: string) {
  const { edit, ...form } = useRevisionedForm(FORM, loaded, email)
  const before = shownTexts(form.saved)
  const values = valuesOf(form.draft)
  return {
    ...form,
    before,
    values,
    changed: changedNames(before, values),
    /** Whether the text is not the original one. */
    isOwn: (name: TextName) => changedNames(form.saved.original, values).includes(name),
    type: (change: Partial<TextsDraft>) =>
      edit(
        (last) => ({ ...last, ...change }),
        Object.keys(change).flatMap((name) => [`texts/${name}`, `texts/${name}/`]),
      ),
    takeOriginal: (name: TextName) =>
      edit(
        (last) => takeFields(last, draftOf(form.saved.original), [name]),
        [`texts/${name}`, `texts/${name}/`],
      ),
    takeTheirs: (name: TextName) =>
      edit((last) => takeFields(last, draftOf(before), [name]), [`texts/${name}`, `texts/${name}/`]),
  }
}

export type TextsForm = ReturnType<typeof useTextsForm>
