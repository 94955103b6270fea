import { TEXT_FIELD_NAMES, type TextPage, textFieldInfo } from '../texts/limits.ts'

export const PAGE_LABELS: Readonly<Record<TextPage, string>> = {
  home: 'Home page',
  portfolio: 'Portfolio',
  terms: 'Terms',
  privacy: 'Privacy',
  returns: 'Returns',
  imprint: 'Imprint',
}

/** The texts in the audit log and before they are saved: "Home page, welcome". */
export const textLabels: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    TEXT_FIELD_NAMES.map((name) => {
      const { page, label } = textFieldInfo(name)
      return [name, `${PAGE_LABELS[page]}, ${label.toLowerCase()}`]
    }),
  ),
  skills: `${PAGE_LABELS.home}, skills`,
  numbers: `${PAGE_LABELS.home}, numbers`,
}
