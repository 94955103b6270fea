import type { ReactNode } from 'react'
import { Button } from '#kit/ui/form/button.tsx'
import { Field } from '#kit/ui/form/field.tsx'
import { TextAreaField } from '#kit/ui/form/other-fields.tsx'
import { TEXT_FIELD_NAMES, type TextField, type TextPage, textFieldInfo } from '../../texts/limits.ts'
import type { TextName } from '../../texts/schema.ts'
import type { TextsForm } from './use-texts-form.ts'

interface Card {
  readonly title: string
  readonly fields: readonly TextField[]
}

/** The texts of each page, in the sequence in which they stand on it. */
export const CARDS: Readonly<Record<TextPage, readonly Card[]>> = {
  home: [
    {
      title: 'At the top',
      fields: ['heroHeading', 'heroText', 'heroSummary', 'heroMore', 'heroMoreTarget'],
    },
    { title: 'Welcome', fields: ['welcomeHeading', 'welcomeText'] },
    { title: 'Parts and reviews', fields: ['productsHeading', 'testimonialsHeading'] },
    { title: 'Skills', fields: ['skillsHeading', 'skillsLead'] },
    { title: 'Numbers', fields: ['numbersHeading'] },
  ],
  portfolio: [
    {
      title: 'The page',
      fields: ['portfolioHeading', 'portfolioLead', 'portfolioName', 'portfolioRole', 'portfolioText'],
    },
    {
      title: 'First project',
      fields: ['portfolioFirst', 'portfolioFirstTarget', 'portfolioFirstText'],
    },
    {
      title: 'Second project',
      fields: ['portfolioSecond', 'portfolioSecondTarget', 'portfolioSecondText'],
    },
    {
      title: 'Third project',
      fields: ['portfolioThird', 'portfolioThirdTarget', 'portfolioThirdText'],
    },
  ],
  terms: [{ title: 'The page', fields: ['termsHeading', 'termsLead', 'termsText'] }],
  privacy: [{ title: 'The page', fields: ['privacyHeading', 'privacyLead', 'privacyText'] }],
  returns: [{ title: 'The page', fields: ['returnsHeading', 'returnsLead', 'returnsText'] }],
  imprint: [{ title: 'The page', fields: ['imprintHeading', 'imprintText'] }],
}

/** The page of a text; the lists are on the home page. */
export const pageOf = (name: string): TextPage =>
  TEXT_FIELD_NAMES.some((field) => field === name) ? textFieldInfo(name as TextField).page : 'home'

/** A text with what it is and where it stands. */
export function TextFieldRow({ form, name }: { form: TextsForm; name: TextField }) {
  const { label, place, kind, isOptional } = textFieldInfo(name)
  const shared = {
    label,
    name: `texts/${name}`,
    hint: place,
    required: !isOptional,
    value: form.draft[name],
    error: form.refused[`texts/${name}`] ?? null,
    onChange: ({ target }: { target: { value: string } }) => form.type({ [name]: target.value }),
  }
  return (
    <Original form={form} name={name} label={label}>
      {kind === 'text' || kind === 'article' ? (
        <TextAreaField {...shared} fitsText />
      ) : (
        <Field {...shared} autoComplete="off" />
      )}
    </Original>
  )
}

type OriginalProps = { form: TextsForm; name: TextName; label: string; children: ReactNode }

/** A field, with a button below it that takes the original text as long as it says another. */
export const Original = ({ form, name, label, children }: OriginalProps) => (
  <div className="min-w-0">
    {children}
    {form.isOwn(name) && (
      <Button variant="quiet" size="sm" className="-mt-2 mb-3 -ms-3" onClick={() => form.takeOriginal(name)}>
        {`Use the original text: ${label}`}
      </Button>
    )}
  </div>
)
