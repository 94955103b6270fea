import type { Synonym } from './schema.ts'

/** A synonym in one line, as admins edit it: "hex bolt, hexagon bolt = hexagon head screw". */
export const lineOf = ({ words, finds }: Synonym): string => `${words.join(', ')} = ${finds.join(', ')}`
