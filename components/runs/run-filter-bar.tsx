'use client'

import { useQuery } from '@tanstack/react-query'
import { useQueryState } from 'nuqs'
import { RangeSelect } from '@/components/domain-ui/range-select'
import { useChainGroup } from '@/components/domain-ui/use-chain-group'
import { SearchBox } from '@/components/shell/search-box'
import { FilterBar } from '@/components/ui/filter-bar'
import { FilterMenu } from '@/components/ui/filter-menu'
import type { FilterGroup } from '@/components/ui/filter-options'
import { facetsMost } from '@/lib/contracts/limits'
import { queryOf } from '@/lib/queries/query-of'
import { type RunSearch, runSearchParsers } from '@/lib/queries/run-search'
import { DateRange } from './date-range'
import { choicesOf, menus } from './run-filters'
import { useRunSearch } from './use-run-search'

const ANY_TIME = 'all'
const byName = new Intl.Collator('en', { numeric: true })

export function RunFilterBar({ project }: { project: string }) {
  const { search, change } = useRunSearch()
  const facets = useQuery(queryOf('GET /api/v1/runs/facets', {}, { project })).data
  const chains = useChainGroup(project, search.chain ?? [], (chosen) =>
    change({ chain: chosen.length > 0 ? chosen : null }),
  )
  const versioned =
    useQuery(queryOf('GET /api/v1/runs/facets', search.chain?.length ? { chain: search.chain } : {}, { project })).data
      ?.chains ?? []
  const named = [...new Set(versioned.flatMap((chain) => chain.versions))]
  // Those of one chain come newest first, which says nothing of several.
  const versions = versioned.length > 1 ? named.toSorted(byName.compare) : named
  const nodes = toOptions(
    facets?.nodes ?? [],
    [search.node, search.ran].flatMap((name) => name ?? []),
  )
  const tags = toOptions(facets?.tags ?? [], search.tag ?? [])
  const areCut = {
    versions:
      versioned.length >= facetsMost.chains || versioned.some((one) => one.versions.length >= facetsMost.versions),
    nodes: (facets?.nodes.length ?? 0) >= facetsMost.nodes,
    tags: (facets?.tags.length ?? 0) >= facetsMost.tags,
  }
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
      <FilterMenu
        label="Chain"
        groups={[
          chains,
          { ...group('version', 'Version', toOptions(versions, search.version ?? [])), isPartial: areCut.versions },
        ]}
      />
      <FilterMenu
        label="Step"
        groups={[
          { ...group('node', 'Failed', nodes, { isSingle: true }), isPartial: areCut.nodes },
          { ...group('ran', 'Ran, with any outcome', nodes, { isSingle: true }), isPartial: areCut.nodes },
        ]}
      />
      <FilterMenu {...group('tag', 'Tag', tags)} isPartial={areCut.tags} />
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
function toOptions(values: readonly string[], inForce: readonly string[]): FilterGroup['options'] {
  return [...new Set([...inForce, ...values])].map((value) => ({ value, label: value }))
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
