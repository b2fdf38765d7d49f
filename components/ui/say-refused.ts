import { type Problem, toProblem } from '@/lib/queries/problem'
import { toast } from './toast'

/** Says what was not done, and why. */
export function showRefusal(title: string, { message, requestId }: Pick<Problem, 'message' | 'requestId'>): void {
  toast.error(title, { description: requestId ? `${message} Request ${requestId}` : message, duration: 10_000 })
}

/** Says what was not done, and why: `onError: sayRefused('Not taken back')`. */
export const sayRefused = (title: string) => (error: unknown) => showRefusal(title, toProblem(error))
