import type { Configuration } from '@/lib/contracts/configuration'
import type { ConfigurationChange } from '@/lib/contracts/configuration-requests'
import { diffLeaves } from '@/lib/engine/json/diff-leaves'

/** One value that differs, ready to be read. */
export type ChangeLine = { path: string; from: string; to: string }

const INHERITED = 'inherited'

/** What separates two versions of a level, value by value. */
export function prepareConfigurationChanges(before: Configuration, after: Configuration): ChangeLine[] {
  return diffLeaves(before, after).map(toChangeLine)
}

/** A value that a level does not set is inherited. */
export function toChangeLine({ path, from, to }: ConfigurationChange): ChangeLine {
  return { path, from: show(from), to: show(to) }
}

function show(value: unknown): string {
  if (value === undefined) return INHERITED
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.join(', ')
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  return typeof value === 'string' ? `“${value}”` : String(value)
}
