export { readTexts } from './texts/site-texts.ts'
