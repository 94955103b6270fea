import { authProblemMembers } from '#features/accounts/accounts.ts'
import { accountRefusals } from '#features/accounts/refusals.ts'
import { productProblemMembers } from '#features/catalog/api.ts'
import { productRefusals } from '#features/catalog/refusals.ts'
import { importProblemMembers } from '#features/catalog-import/api.ts'
import { importRefusals } from '#features/catalog-import/refusals.ts'
import { customerProblemMembers } from '#features/customers/api.ts'
import { customerRefusals } from '#features/customers/refusals.ts'
import { invoiceProblemMembers } from '#features/invoices/api.ts'
import { invoiceRefusals } from '#features/invoices/refusals.ts'
import { modelRefusals } from '#features/models/refusals.ts'
import { orderProblemMembers } from '#features/orders/api.ts'
import { orderRefusals } from '#features/orders/refusals.ts'
import { ownDataProblemMembers } from '#features/own-data/api.ts'
import { ownDataRefusals } from '#features/own-data/refusals.ts'
import { paymentRefusals } from '#features/payments/refusals.ts'
import { restoreRefusals } from '#features/restores/refusals.ts'
import { settingsProblemMembers } from '#features/settings/api.ts'
import { textsProblemMembers } from '#features/site/api.ts'
import type { Refusal } from '#kit/problem.ts'
import { COMMON_REFUSALS } from '#kit/server/app-error.ts'
import { problemSchema } from '#kit/server/describe.ts'
import { z } from '#kit/server/router.ts'

/** All refusals of the calls. */
export const REFUSALS: readonly Refusal[] = [
  ...COMMON_REFUSALS,
  ...Object.values(accountRefusals),
  ...Object.values(productRefusals),
  customerRefusals.emailTaken,
  ...Object.values(importRefusals),
  ...Object.values(invoiceRefusals),
  ...Object.values(modelRefusals),
  ...Object.values(orderRefusals),
  ...Object.values(ownDataRefusals),
  ...Object.values(paymentRefusals),
  ...Object.values(restoreRefusals),
].sort((one, other) => one.status - other.status)

/** The schema of a refusal in the OpenAPI document, with all codes and the members of features. */
export const wholeProblemSchema = problemSchema.extend({
  code: z.enum(REFUSALS.map(({ code }) => code)),
  ...orderProblemMembers,
  ...productProblemMembers,
  ...customerProblemMembers,
  ...importProblemMembers,
  ...settingsProblemMembers,
  ...textsProblemMembers,
  ...invoiceProblemMembers,
  ...authProblemMembers,
  ...ownDataProblemMembers,
})
