'use client'

import { Panel } from '@/components/ui/panel'
import { ShowAll } from '@/components/ui/show-all'
import { DataTable } from '@/components/ui/table'
import { differingPlaces } from '@/lib/presentation/compare/differing-places'

type PairDifferencesProps = { a: unknown; b: unknown }

/** Where two structured answers differ, without favouring a side. Texts are read as a whole. */
export function PairDifferences({ a, b }: PairDifferencesProps) {
  const places = a === undefined || b === undefined ? null : differingPlaces(a, b)
  if (places === null) return null
  if (places.length === 0) return <p className="text-ink-2 text-sm">Both answers are the same.</p>
  return (
    <Panel title="Where the answers differ">
      <ShowAll items={places} most={8} noun="difference">
        {(shown) => (
          <DataTable
            label="Differences of the answers"
            className="table-fixed"
            rows={shown}
            keyOf={({ path }) => path}
            columns={[
              {
                head: 'Place',
                isRowName: true,
                className: 'w-24 sm:w-40',
                cellClass: 'truncate font-mono text-ink-2 text-xs',
                title: ({ path }) => path,
                cell: ({ path }) => path,
              },
              sideColumn('A', ({ a }) => a),
              sideColumn('B', ({ b }) => b),
            ]}
          />
        )}
      </ShowAll>
    </Panel>
  )
}

type Place = NonNullable<ReturnType<typeof differingPlaces>>[number]

const sideColumn = (head: string, of: (place: Place) => string | null) => ({
  head,
  cellClass: (place: Place) => (of(place) ? undefined : 'text-ink-3'),
  cell: (place: Place) => (
    <span className="line-clamp-4 break-words">{of(place) === null ? 'not there' : of(place) || 'empty'}</span>
  ),
})
