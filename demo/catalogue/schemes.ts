/** How the part numbers of a category are made, by its slug: its page says it. One sentence or two, at most 300 characters. */
export const schemes: Readonly<Record<string, string>> = {}
