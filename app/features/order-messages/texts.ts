/** Said of an order, and of a message, that waits for the staff. */
export const TO_ANSWER = 'To answer'
