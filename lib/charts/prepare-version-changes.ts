import type { Scenario, VersionDetail } from '@/lib/contracts/versions'
import { diffLeaves, type LeafChange } from '@/lib/engine/json/diff-leaves'
import { formatPlural } from '@/lib/format/number'

export type VersionChange = { path: string; from: string | null; to: string | null }
export type ChangeSection = { title: string; changes: VersionChange[] }

/** What changed from one version to another, part by part. A part that neither has is left out. */
export function prepareVersionChanges(from: VersionDetail, to: VersionDetail): ChangeSection[] {
  const sections: [string, unknown, unknown][] = [
    ['Contract', from.contract, to.contract],
    ['Criteria', from.criteria, to.criteria],
    ['Graph', graphOf(from), graphOf(to)],
    ['Scenarios', scenariosOf(from.scenarios), scenariosOf(to.scenarios)],
    ['Executor', from.executor, to.executor],
  ]
  return sections
    .filter(([, before, after]) => before !== null || after !== null)
    .map(([title, before, after]) => ({
      title,
      changes: diffLeaves(before ?? {}, after ?? {}).map(toChange),
    }))
}

/** One line that says how much changed. */
export function summariseChanges(sections: readonly ChangeSection[]): string {
  const changed = sections.filter(({ changes }) => changes.length > 0)
  if (changed.length === 0) return 'Nothing that was published differs.'
  const parts = changed.map(
    ({ title, changes }) => `${formatPlural(changes.length, 'change')} in ${title.toLowerCase()}`,
  )
  return `${parts.join(', ')}.`
}

/** Steps by id, so that a step that moved in the list has not changed. */
function graphOf({ graph }: VersionDetail): object | null {
  if (!graph) return null
  return Object.fromEntries(graph.nodes.map(({ id, ...node }) => [id, node]))
}

function scenariosOf(scenarios: readonly Scenario[]): object | null {
  if (scenarios.length === 0) return null
  return Object.fromEntries(scenarios.map(({ name, request }) => [name, request ?? null]))
}

function toChange({ path, from, to }: LeafChange): VersionChange {
  return { path, from: show(from), to: show(to) }
}

function show(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value)
}
