import { toProblem } from '@/lib/queries/problem'
import { toast } from './toast'

/** Says what was not done, and why: `onError: sayRefused('Not taken back')`. */
export const sayRefused = (title: string) => (error: unknown) =>
  toast.error(title, { description: toProblem(error).message })
