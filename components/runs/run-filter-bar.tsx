'use client'

import { useQuery } from '@tanstack/react-query'
import { useQueryState, useQueryStates } from 'nuqs'
import { SearchBox } from '@/components/shell/search-box'
import { type FilterGroup, FilterMenu } from '@/components/ui/filter-menu'
import { Select } from '@/components/ui/select'
import type { Range } from '@/lib/contracts/primitives'
import { bands, decisions, failureClasses, grades, ranges } from '@/lib/contracts/vocabulary'
import { kindLabels, runStatusLabel } from '@/lib/presentation/labels/runs'
import {
  bandLabels,
  decisionLabels,
  failureClassLabels,
  gradeLabels,
  rangeLabels,
} from '@/lib/presentation/labels/verdicts'
import { queryOf } from '@/lib/queries/query-of'
import { type RunSearch, runSearchParsers } from '@/lib/queries/run-search'

const ANY_TIME = 'all'
const STATUSES = ['completed', 'failed', 'failed_quality', 'paused_for_approval', 'cancelled']

/** Everything runs can be filtered by. */
export function RunFilterBar({ project }: { project: string }) {
  const { search, change } = useRunSearch()
  const facets = useQuery(queryOf('GET /api/v1/runs/facets', {}, { project })).data
  const chains = facets?.chains ?? []
  const inChosen = search.chain?.length ? chains.filter((chain) => search.chain?.includes(chain.name)) : chains
  const versions = [...new Set(inChosen.flatMap((chain) => chain.versions))]
  const group = (
    title: string,
    key: keyof RunSearchPatch,
    options: readonly (readonly [string, string])[],
  ): FilterGroup => {
    const chosen = search[key]
    return {
      title,
      options: options.map(([value, label]) => ({ value, label })),
      chosen: Array.isArray(chosen) ? chosen : chosen === null ? [] : [String(chosen)],
      onChange: (values) => change({ [key]: values.length > 0 ? values : null }),
    }
  }
  const yesOrNo = (title: string, key: 'flagged' | 'reviewed', yes: string, no: string): FilterGroup => ({
    ...group(title, key, [
      ['true', yes],
      ['false', no],
    ]),
    // One of two: the box chosen last is the one that counts.
    onChange: (values) => change({ [key]: values.at(-1) ?? null }),
  })
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      <RunSearchBox />
      <Select
        label="When"
        className="w-36"
        value={search.range ?? ANY_TIME}
        onChange={(range: Range) => change({ range: range === ANY_TIME ? null : range })}
        options={ranges.map((range) => ({ value: range, label: rangeLabels[range] }))}
      />
      <FilterMenu
        label="Chain"
        groups={[
          group(
            'Chain',
            'chain',
            chains.map((chain) => [chain.name, chain.name]),
          ),
          group(
            'Version',
            'version',
            versions.map((version) => [version, version]),
          ),
        ]}
      />
      <FilterMenu
        label="Quality"
        groups={[
          group(
            'Grade',
            'grade',
            grades.map((grade) => [grade, gradeLabels[grade]]),
          ),
          group(
            'Band',
            'band',
            bands.map((band) => [band, bandLabels[band]]),
          ),
        ]}
      />
      <FilterMenu
        label="Decision"
        groups={[
          group(
            'Decision',
            'decision',
            decisions.map((decision) => [decision, decisionLabels[decision]]),
          ),
        ]}
      />
      <FilterMenu
        label="Failure"
        groups={[
          group(
            'Failure',
            'failureClass',
            failureClasses.map((name) => [name, failureClassLabels[name]]),
          ),
        ]}
      />
      <FilterMenu
        label="More"
        groups={[
          yesOrNo('Flag', 'flagged', 'Flagged for a person', 'Not flagged'),
          yesOrNo('Review', 'reviewed', 'Decided by a person', 'Not decided by a person'),
          group('Kind', 'kind', [
            ['live', kindLabels.live],
            ['dry_run', kindLabels.dry_run],
          ]),
          group(
            'Status',
            'status',
            STATUSES.map((status) => [status, runStatusLabel(status)]),
          ),
        ]}
      />
    </div>
  )
}

/** Finds runs by a part of their id, chain, scenario or first error. */
function RunSearchBox() {
  const [text, setText] = useQueryState('text', runSearchParsers.text.withOptions({ scroll: false }))
  return (
    <SearchBox
      noun="runs"
      placeholder="Id, chain, scenario, error"
      text={text}
      onChange={(typed) => void setText(typed)}
    />
  )
}

type RunSearchPatch = { [Key in keyof RunSearch]?: RunSearch[Key] | null }

/** The filters and the order in the address; a change is a step that the back button takes back. */
export function useRunSearch() {
  const [search, setSearch] = useQueryStates(runSearchParsers, { history: 'push', scroll: false })
  return { search, change: (patch: RunSearchPatch) => void setSearch(patch), clear: () => void setSearch(null) }
}
