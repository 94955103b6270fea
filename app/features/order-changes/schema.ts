export type { AskedChange, ChangeLines } from './lines/schema.ts'
