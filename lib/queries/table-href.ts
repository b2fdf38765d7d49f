import { requestOf } from '@/lib/api/call'
import type { InputAt, ReadTarget } from '@/lib/contracts/targets'

/** The address under which all rows of a table come as a file. */
export function tableHref<T extends ReadTarget>(
  project: string,
  target: T,
  input: InputAt<T>,
  format: 'csv' | 'jsonl',
): string {
  const path = target.slice('GET '.length)
  return requestOf({ name: target, method: 'GET', path }, { ...(input as object), format }, project).target
}
