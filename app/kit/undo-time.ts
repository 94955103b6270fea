/** How long a change can be undone from the toast that tells of it; nobody is told of it by mail before. */
export const UNDO_MS = 10_000
