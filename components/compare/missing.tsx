'use client'

import { useParams, useSearchParams } from 'next/navigation'
import { MissingItem } from '@/components/shell/missing-item'
import { parseSide, sideText } from '@/lib/presentation/compare/pairs'
import { listWords } from '@/lib/presentation/format/text'
import { projectHref, runsHref } from '@/lib/presentation/links'

/** Not-found page of a comparison. */
export function MissingComparison() {
  const { project } = useParams<{ project: string }>()
  const search = useSearchParams()
  const asked = ['a', 'b'].map((side) => parseSide(search.get(side) ?? '')).filter((side) => side !== null)
  const isOfRuns = asked.some((side) => 'run' in side)
  return (
    <MissingItem
      title="Nothing to compare"
      href={isOfRuns ? runsHref(project) : projectHref(project, '/chains')}
      label={isOfRuns ? 'All runs' : 'All chains'}
    >
      A comparison needs two runs, or two versions of one chain.{' '}
      {asked.length > 0 && `The address names ${listWords(asked.map(sideText))}. `}
      One of them may not exist.
    </MissingItem>
  )
}
