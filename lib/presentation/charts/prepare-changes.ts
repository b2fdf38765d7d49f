import type { Configuration } from '@/lib/contracts/configuration'
import type { ConfigurationChange } from '@/lib/contracts/configuration-requests'
import { isRecord } from '@/lib/contracts/is-record'
import { diffLeaves } from '@/lib/engine/json/diff'

const ABSENT = 'nothing'

/** Returns the changes of an audit event, value by value; a missing side counts as empty. */
export function prepareAuditChanges(before: unknown, after: unknown): ChangeLine[] {
  return diffLeaves(sideOf(before), sideOf(after)).map(({ path, from, to }) => {
    const [short, shortTo] = [show(rounded(from)), show(rounded(to))]
    return short === shortTo ? { path, from: show(from), to: show(to) } : { path, from: short, to: shortTo }
  })
}

function sideOf(value: unknown): unknown {
  if (value === null || value === undefined) return {}
  return isRecord(value) ? value : { value }
}

/** A number with at most four decimals; the exact one is in the stored event. */
const rounded = (value: unknown) => (typeof value === 'number' ? Number(value.toFixed(4)) : value)

function show(value: unknown): string {
  if (value === undefined || value === null || value === '') return ABSENT
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) return value.join(', ') || ABSENT
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** One changed value as text. */
export type ChangeLine = { path: string; from: string; to: string }

const INHERITED = 'inherited'

/** Returns the differences of two versions of a configuration level, value by value. */
export function prepareConfigurationChanges(before: Configuration, after: Configuration): ChangeLine[] {
  return diffLeaves(before, after).map(toChangeLine)
}

/** Formats a change; a value not set at this level is shown as inherited. */
export function toChangeLine({ path, from, to }: ConfigurationChange): ChangeLine {
  return { path, from: showSetting(from), to: showSetting(to) }
}

function showSetting(value: unknown): string {
  if (value === undefined) return INHERITED
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.join(', ')
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  return typeof value === 'string' ? `“${value}”` : String(value)
}
