import { changedLines } from '#kit/ui/admin/changed-lines.ts'
import { fieldsMeanwhile, takeFields } from '#kit/ui/admin/fields-meanwhile.ts'
import type { ChangeText } from '#kit/ui/admin/save-bar.tsx'
import { TEXT_FIELD_NAMES, type TextField } from '../../texts/limits.ts'
import type { SiteTexts, Skill, Statistic, TextName, Texts } from '../../texts/schema.ts'
import { textLabels } from '../text-labels.ts'

/** A row of a list as it is typed. */
export type SkillDraft = Omit<Skill, 'percent'> & { readonly row: number; readonly percent: string }
export type NumberDraft = Omit<Statistic, 'number'> & { readonly row: number; readonly number: string }

/** All texts as they are typed. */
export type TextsDraft = Readonly<Record<TextField, string>> & {
  readonly skills: readonly SkillDraft[]
  readonly numbers: readonly NumberDraft[]
}

const TEXT_NAMES: readonly TextName[] = [...TEXT_FIELD_NAMES, 'skills', 'numbers']

/** The texts as pages show them. */
export const shownTexts = ({ original, texts }: SiteTexts): Texts => ({ ...original, ...texts })

export const draftOf = (texts: Texts): TextsDraft => ({
  ...texts,
  skills: texts.skills.map(({ name, percent }, row) => ({ row, name, percent: String(percent) })),
  numbers: texts.numbers.map(({ number, ...rest }, row) => ({ row, ...rest, number: String(number) })),
})

/** What is no number is NaN, which the shop refuses with its field. */
const numberOf = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text))

export const valuesOf = (draft: TextsDraft): Texts => ({
  ...draft,
  skills: draft.skills.map(({ name, percent }) => ({ name, percent: numberOf(percent) })),
  numbers: draft.numbers.map(({ label, number, unit, suffix }) => ({
    label,
    number: numberOf(number),
    unit,
    suffix,
  })),
})

const isSame = (one: Texts, other: Texts, name: TextName): boolean =>
  linesOfText(name, one).join('\n') === linesOfText(name, other).join('\n')

/** A text in lines; of a list one line each. */
function linesOfText(name: TextName, texts: Texts): string[] {
  if (name === 'skills') return texts.skills.map((skill) => `${skill.name} ${skill.percent} %`)
  if (name === 'numbers')
    return texts.numbers.map(
      ({ label, number, unit, suffix }) =>
        `${label}: ${[number, unit].filter((part) => part !== '').join(' ')}${suffix}`,
    )
  return [texts[name]]
}

/** The texts that differ. */
export const changedNames = (before: Texts, after: Texts): TextName[] =>
  TEXT_NAMES.filter((name) => !isSame(before, after, name))

/** A changed text in words: only its changed lines. */
export function changeTextsOf(name: TextName, before: Texts, after: Texts): ChangeText[] {
  const label = textLabels[name] ?? name
  const [from, to] = [linesOfText(name, before).join('\n'), linesOfText(name, after).join('\n')]
  const changes = changedLines(from, to)
  return changes.length > 0
    ? changes.map((change) => ({ label, ...change }))
    : [{ label, from: 'other lines or spaces', to: 'as they are typed' }]
}

/**
 * The draft on the texts as they are now: what is typed stays, every other text is what another admin has saved. `theirs` are
 * those that say otherwise than the draft did.
 */
export function rebaseTexts(draft: TextsDraft, before: SiteTexts, now: SiteTexts) {
  const is = shownTexts(now)
  const { fields, untouched } = fieldsMeanwhile(changedNames, {
    before: shownTexts(before),
    mine: valuesOf(draft),
    theirs: is,
  })
  return {
    draft: takeFields(draft, draftOf(is), untouched),
    theirs: fields.length > 0 ? fields : undefined,
  }
}
