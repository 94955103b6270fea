/** A text as a name of a file: of letters of ASCII, digits, `_`, `.` and `-`. A part number can contain slashes. */
export const fileNameOf = (text: string): string => text.replace(/[^\w.-]/g, '-')
