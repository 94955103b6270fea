import { z } from 'zod'
import { linesField, oneLineField } from '#kit/input/fields.ts'
import { toInternalPath } from '#kit/input/internal-path.ts'
import { LIST_LIMITS, TEXT_FIELD_NAMES, type TextField, textFieldInfo } from './limits.ts'

/** Whether a link may lead there: a path of the shop, or an address of the web. */
const isTarget = (text: string): boolean =>
  toInternalPath(text) !== undefined || (/^https?:\/\//i.test(text) && URL.canParse(text))

const fieldOf = (name: TextField) => {
  const { label, kind, maximum, isOptional = false } = textFieldInfo(name)
  const length = { maximum, minimum: isOptional ? 0 : 1 }
  if (kind === 'text' || kind === 'article') return linesField(label, length)
  const line = oneLineField(label, length)
  return kind === 'target'
    ? line.refine(isTarget, 'Enter a path that begins with /, or an address that begins with https://.')
    : line
}

const skillSchema = z
  .object({
    name: oneLineField('The name', { maximum: LIST_LIMITS.name }),
    percent: z
      .int('Enter a whole number from 0 to 100.')
      .min(0, 'Enter a whole number from 0 to 100.')
      .max(LIST_LIMITS.percent, 'Enter a whole number from 0 to 100.'),
  })
  .meta({ id: 'Skill' })

export type Skill = z.infer<typeof skillSchema>

const WHOLE = `Enter a whole number up to ${LIST_LIMITS.number}.`

const statisticSchema = z
  .object({
    label: oneLineField('The label', { maximum: LIST_LIMITS.name }),
    number: z.int(WHOLE).min(0, WHOLE).max(LIST_LIMITS.number, WHOLE),
    unit: oneLineField('The unit', { minimum: 0, maximum: LIST_LIMITS.unit }).meta({
      description: 'Such as "M".',
    }),
    suffix: oneLineField('The suffix', { minimum: 0, maximum: LIST_LIMITS.unit }).meta({
      description: 'Such as "+".',
    }),
  })
  .meta({ id: 'Statistic' })

/** A number of the home page: "120 M+" has the number 120, the unit "M" and the suffix "+". */
export type Statistic = z.infer<typeof statisticSchema>

const words = Object.fromEntries(TEXT_FIELD_NAMES.map((name) => [name, fieldOf(name)])) as Record<
  TextField,
  z.ZodString
>

const textsSchema = z
  .object({
    ...words,
    skills: z.array(skillSchema).max(LIST_LIMITS.skills, `There can be ${LIST_LIMITS.skills} at most.`),
    numbers: z
      .array(statisticSchema)
      .max(LIST_LIMITS.numbers, `There can be ${LIST_LIMITS.numbers} at most.`),
  })
  .meta({ id: 'PageTexts' })

/** All texts, as pages show them. */
export type Texts = z.infer<typeof textsSchema>

export type TextName = keyof Texts

const changedTextsSchema = textsSchema.partial().meta({ id: 'ChangedPageTexts' })

/** The texts that an admin changed; of the others the original ones hold. */
export type ChangedTexts = z.infer<typeof changedTextsSchema>

export const siteTextsSchema = z
  .object({
    revision: z
      .number()
      .int()
      .meta({ description: 'Grows with each change; 0 while nobody changed a text.' }),
    texts: changedTextsSchema,
    original: textsSchema,
  })
  .meta({ id: 'SiteTexts' })

/** What admins see: the changed texts, and all original ones. */
export type SiteTexts = z.infer<typeof siteTextsSchema>

/** The request that replaces the changed texts. `revision` is the one that the admin saw. */
export const changeTextsSchema = z.object({
  revision: z.int('The revision is required, as a whole number.'),
  texts: changedTextsSchema,
})

export type ChangeTexts = z.infer<typeof changeTextsSchema>
