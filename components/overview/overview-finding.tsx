'use client'

import { useSuspenseQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { Fragment } from 'react'
import { prepareOverviewFinding } from '@/lib/charts/prepare-overview-finding'
import { overviewQueries } from '@/lib/queries/overview'
import { useShownSearch } from './use-overview-search'

/** The page in one sentence, each count a link to what it counts. */
export function OverviewFinding({ project }: { project: string }) {
  const { shown, input } = useShownSearch()
  const { data } = useSuspenseQuery(overviewQueries.get(project, input))
  return prepareOverviewFinding(data, project, shown).map((part, place) => (
    <Fragment key={part.key}>
      {place > 0 && ', '}
      {part.href ? (
        <Link href={part.href} className="link">
          {part.text}
        </Link>
      ) : (
        part.text
      )}
    </Fragment>
  ))
}
