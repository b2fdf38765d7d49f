import { requestOf } from '@/lib/api/call'
import type { InputAt, ReadTarget } from '@/lib/contracts/targets'

/** Returns the URL that downloads all rows of a table as a file. */
export function tableHref<T extends ReadTarget>(
  project: string,
  target: T,
  input: InputAt<T>,
  format: 'csv' | 'jsonl',
): string {
  const path = target.slice('GET '.length)
  return requestOf({ name: target, method: 'GET', path }, { ...(input as object), format }, project).target
}
