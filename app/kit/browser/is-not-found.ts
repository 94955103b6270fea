import { isRouteErrorResponse } from 'react-router'
import { ProblemError } from './client.ts'

/** Whether a page's loader or a call failed with 404 Not Found. */
export const isNotFound = (error: unknown): boolean =>
  (isRouteErrorResponse(error) || error instanceof ProblemError) && error.status === 404
