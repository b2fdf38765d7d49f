'use client'

import { clsx } from 'clsx'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Panel } from '@/components/ui/panel'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@/components/ui/table'
import { differingPlaces } from '@/lib/presentation/compare/differing-places'
import { formatPlural } from '@/lib/presentation/format/number'

const SHOWN = 8

type PairDifferencesProps = { a: unknown; b: unknown }

/** Where two structured answers differ, without favouring a side. Texts are read as a whole. */
export function PairDifferences({ a, b }: PairDifferencesProps) {
  const [isWhole, setWhole] = useState(false)
  const places = a === undefined || b === undefined ? null : differingPlaces(a, b)
  if (places === null) return null
  if (places.length === 0) return <p className="text-ink-2 text-sm">Both answers are the same.</p>
  const shown = isWhole ? places : places.slice(0, SHOWN)
  return (
    <Panel title="Where the answers differ">
      <Table label="Differences of the answers" className="table-fixed">
        <TableHead>
          <tr>
            <TableHeader>Place</TableHeader>
            <TableHeader>A</TableHeader>
            <TableHeader>B</TableHeader>
          </tr>
        </TableHead>
        <TableBody>
          {shown.map((place) => (
            <TableRow key={place.path}>
              <TableCell className="truncate font-mono text-ink-2 text-xs" title={place.path}>
                {place.path}
              </TableCell>
              <Value value={place.a} />
              <Value value={place.b} />
            </TableRow>
          ))}
        </TableBody>
      </Table>
      {shown.length < places.length && (
        <Button size="sm" className="mt-2" onClick={() => setWhole(true)}>
          Show all {formatPlural(places.length, 'difference')}
        </Button>
      )}
    </Panel>
  )
}

function Value({ value }: { value: string | null }) {
  return (
    <TableCell className={clsx('truncate', !value && 'text-ink-3')} title={value ?? undefined}>
      {value === null ? 'not there' : value || 'empty'}
    </TableCell>
  )
}
