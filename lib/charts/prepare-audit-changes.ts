import { isRecord } from '@/lib/contracts/is-record'
import { diffLeaves } from '@/lib/engine/json/diff-leaves'
import type { ChangeLine } from './prepare-configuration-changes'

const ABSENT = 'nothing'

/** What an event changed, value by value; a side that was not kept counts as empty. */
export function prepareAuditChanges(before: unknown, after: unknown): ChangeLine[] {
  return diffLeaves(sideOf(before), sideOf(after)).map(({ path, from, to }) => ({
    path,
    from: show(from),
    to: show(to),
  }))
}

function sideOf(value: unknown): unknown {
  if (value === null || value === undefined) return {}
  return isRecord(value) ? value : { value }
}

function show(value: unknown): string {
  if (value === undefined || value === null || value === '') return ABSENT
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) return value.join(', ') || ABSENT
  return typeof value === 'string' ? value : JSON.stringify(value)
}
