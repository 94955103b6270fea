/** The rows of a CSV file that is read, blank ones too; so no row has a larger number. */
export const MOST_CSV_ROWS = 1_000_000
