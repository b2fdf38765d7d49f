'use client'

import { useQuery } from '@tanstack/react-query'
import { useQueryState } from 'nuqs'
import { RangeSelect } from '@/components/domain-ui/range-select'
import { type Facet, useChainGroup, useFacetGroup } from '@/components/domain-ui/use-chain-group'
import { SearchBox } from '@/components/shell/search-box'
import { FilterBar } from '@/components/ui/filter-bar'
import { FilterMenu } from '@/components/ui/filter-menu'
import type { FilterGroup } from '@/components/ui/filter-options'
import { facetsMost } from '@/lib/contracts/limits'
import { RUN_ITSELF } from '@/lib/contracts/vocabulary'
import { failurePlace } from '@/lib/presentation/labels/failures'
import { queryOf } from '@/lib/queries/query-of'
import { type RunSearch, runSearchParsers } from '@/lib/queries/run-search'
import { DateRange } from './date-range'
import { choicesOf, menus } from './run-filters'
import { useRunSearch } from './use-run-search'

const ANY_TIME = 'all'
const byName = new Intl.Collator('en', { numeric: true })

const versionFacet: Facet = {
  title: 'Version',
  field: 'version',
  read({ chains }) {
    const named = [...new Set(chains.flatMap(({ versions }) => versions))]
    return {
      // Those of one chain come newest first, which says nothing of several.
      values: chains.length > 1 ? named.toSorted(byName.compare) : named,
      isCut:
        chains.length >= facetsMost.chains || chains.some(({ versions }) => versions.length >= facetsMost.versions),
    }
  },
}

const tagFacet: Facet = {
  title: 'Tag',
  field: 'tag',
  read: ({ tags }) => ({ values: tags, isCut: tags.length >= facetsMost.tags }),
}

export function RunFilterBar({ project }: { project: string }) {
  const { search, change } = useRunSearch()
  const facets = useQuery(queryOf('GET /api/v1/runs/facets', {}, { project })).data
  const choose = (key: 'chain' | 'version' | 'tag') => (chosen: string[]) =>
    change({ [key]: chosen.length > 0 ? chosen : null })
  const chains = useChainGroup(project, search.chain ?? [], choose('chain'))
  const within = search.chain?.length ? { chain: search.chain } : {}
  const versions = useFacetGroup(project, versionFacet, search.version ?? [], choose('version'), within)
  const tags = useFacetGroup(project, tagFacet, search.tag ?? [], choose('tag'))
  const failed = facets?.nodes ?? []
  const nodes = toOptions(failed, search.node === null ? [] : [search.node], failurePlace)
  // Those that have failed: others ran too.
  const ran = toOptions(
    failed.filter((name) => name !== RUN_ITSELF),
    search.ran === null ? [] : [search.ran],
  )
  const group = (
    key: keyof RunSearch,
    title: string,
    options: FilterGroup['options'],
    { isSingle = false }: { isSingle?: boolean } = {},
  ) => {
    const chosen = search[key]
    return {
      title,
      options,
      chosen: Array.isArray(chosen) ? chosen : chosen === null ? [] : [String(chosen)],
      onChange: (values: string[]) =>
        change({ [key]: isSingle ? (values.at(-1) ?? null) : values.length > 0 ? values : null }),
    }
  }
  return (
    <FilterBar search={<RunSearchBox />}>
      <RangeSelect
        value={search.range ?? ANY_TIME}
        onChange={(range) => change({ range: range === ANY_TIME ? null : range })}
      />
      <DateRange />
      <FilterMenu label="Chain" groups={[chains, versions]} />
      <FilterMenu
        label="Step"
        groups={[
          {
            ...group('node', 'Failed', nodes, { isSingle: true }),
            isPartial: failed.length >= facetsMost.nodes,
          },
          { ...group('ran', 'Ran, with any outcome', ran, { isSingle: true }), isPartial: facets !== undefined },
        ]}
      />
      <FilterMenu {...tags} />
      {menus.map((menu) => (
        <FilterMenu
          key={menu}
          label={menu}
          groups={choicesOf(menu).map(({ key, title, choice }) => group(key, title, choice.options, choice))}
        />
      ))}
    </FilterBar>
  )
}

/** Returns options for all known values, plus active filter values that no longer occur. */
function toOptions(
  values: readonly string[],
  inForce: readonly string[],
  labelOf = (value: string) => value,
): FilterGroup['options'] {
  return [...new Set([...inForce, ...values])].map((value) => ({ value, label: labelOf(value) }))
}

/** Full-text search over names, request, output, steps and errors. */
function RunSearchBox() {
  const [text, setText] = useQueryState('text', runSearchParsers.text.withOptions({ scroll: false }))
  return (
    <SearchBox
      noun="runs"
      placeholder="Words, &quot;a phrase&quot;"
      text={text}
      onChange={(typed) => void setText(typed)}
    />
  )
}
