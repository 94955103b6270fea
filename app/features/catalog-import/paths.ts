export const IMPORTS_PATH = '/dashboard/import'

export const importPath = (id: string): string => `${IMPORTS_PATH}/${encodeURIComponent(id)}`
