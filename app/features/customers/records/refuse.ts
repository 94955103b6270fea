import { AppError } from '#kit/server/app-error.ts'

export const customerNotFound = (): AppError => new AppError('not_found', 'There is no such customer.')
