import { z } from 'zod'
import { longest } from '#kit/input/fields.ts'
import { SYNONYM_LIMITS } from './limits.ts'

const phrases = (name: string, most: number) =>
  z
    .array(
      z
        .string()
        .trim()
        .min(1, `The ${name} must not be empty.`)
        .max(SYNONYM_LIMITS.phrase, longest(`The ${name}`, SYNONYM_LIMITS.phrase)),
    )
    .min(1, `Enter at least one ${name}.`)
    .max(most, `There can be ${most} at most.`)

const synonymSchema = z
  .object({
    words: phrases('word', SYNONYM_LIMITS.words).meta({ description: 'What visitors search for.' }),
    finds: phrases('name', SYNONYM_LIMITS.finds).meta({ description: 'How the catalogue says it.' }),
  })
  .meta({ id: 'Synonym' })

/** A search for one of `words` also finds what one for each of `finds` does. */
export type Synonym = z.infer<typeof synonymSchema>

export const synonymsSchema = z
  .object({
    revision: z.number().int().meta({ description: 'Grows with each change; 0 while nobody changed them.' }),
    synonyms: z.array(synonymSchema),
  })
  .meta({ id: 'Synonyms' })

export type Synonyms = z.infer<typeof synonymsSchema>

/** The request that replaces all synonyms. `revision` is the one that the admin saw. */
export const changeSynonymsSchema = z.object({
  revision: z.int('The revision is required, as a whole number.'),
  synonyms: z
    .array(synonymSchema)
    .max(SYNONYM_LIMITS.synonyms, `There can be ${SYNONYM_LIMITS.synonyms} synonyms at most.`),
})

export type ChangeSynonyms = z.infer<typeof changeSynonymsSchema>
