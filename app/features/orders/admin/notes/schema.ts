import { z } from 'zod'
import { linesField } from '#kit/input/fields.ts'
import { ORDER_NOTE } from '../../limits.ts'

export const addNoteSchema = z.object({ text: linesField(ORDER_NOTE.what, ORDER_NOTE) })
