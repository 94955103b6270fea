/** New prices of parts for a day: what other features on the server ask of them. */

export { plannedPricesJob } from './applying/apply-due.ts'
export { countPlansToDecide } from './plans/list-plans.ts'
