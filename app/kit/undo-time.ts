/** How long a change can be undone from the toast that tells of it; nobody is told of it by mail before. */
export const UNDO_MS = 10_000

/** An undo of the last moment takes a while to reach the shop and to be written. */
const UNDO_ARRIVES_MS = 1000

/** How long after a change that can be undone a mail about it leaves. */
export const MAIL_AFTER_MS = UNDO_MS + UNDO_ARRIVES_MS
