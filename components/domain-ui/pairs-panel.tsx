'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { Scale } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { Button } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { Panel } from '@/components/ui/panel'
import { Skeleton } from '@/components/ui/skeleton'
import { pairsSentence, toPairSubject } from '@/lib/presentation/compare/pairs'
import { formatPlural } from '@/lib/presentation/format/number'
import { type ComparedSide, compareHref, pairsHref } from '@/lib/presentation/links'
import { toProblem } from '@/lib/queries/problem'
import { mutationOf, queryOf } from '@/lib/queries/query-of'
import { useOffForViewers } from './role'

type PairsPanelProps = {
  project: string
  a: ComparedSide
  b: ComparedSide
  /** Names of the two sides, as used in a sentence. */
  names: readonly [string, string]
  /** Adds a link to the comparison; for use on other pages. */
  hasComparison?: boolean
}

/** Results of blind pair reviews of two sides, and a button to request more. */
export function PairsPanel({ project, a, b, names, hasComparison = false }: PairsPanelProps) {
  const router = useRouter()
  const subject = toPairSubject(a, b)
  const { data } = useQuery({
    ...queryOf('GET /api/v1/pairs', subject ?? {}, { project }),
    enabled: subject !== null,
  })
  const off = useOffForViewers(project, 'ask people')
  const ask = useMutation(mutationOf('POST /api/v1/pairs', { project }))
  if (!subject) return null
  const href = pairsHref(project, a, b)
  const result = data?.result
  const isLeft = result !== undefined && result.pairs > 0
  return (
    <Panel
      title="What people say"
      note="Blind, pair by pair. Shown next to the scores, without changing them."
      actions={
        <>
          {hasComparison && (
            <Button asChild>
              <Link href={compareHref(project, a, b)}>Compare</Link>
            </Button>
          )}
          {isLeft && (
            <Button asChild>
              <Link href={href}>Answer pairs</Link>
            </Button>
          )}
          <Button
            icon={<Scale aria-hidden />}
            {...off}
            pending={ask.isPending}
            onClick={() => ask.mutate(subject, { onSuccess: () => router.push(href) })}
          >
            {isLeft ? 'Add newer runs' : 'Ask people which is better'}
          </Button>
        </>
      }
    >
      <p className="min-h-5 text-sm">
        {result ? pairsSentence(result, names) : <Skeleton className="h-4 w-72 max-w-full" />}
      </p>
      {result && result.verdicts > 0 && (
        <p className="text-ink-3 text-xs">
          {formatPlural(result.verdicts, 'answer')} of {formatPlural(result.people, 'person', 'people')};{' '}
          {formatPlural(result.pairs - result.answered, 'pair')} of {result.pairs} still without one.
        </p>
      )}
      {ask.error && (
        <Notice tone="fail" title="No one was asked" className="mt-3">
          {toProblem(ask.error).message}
        </Notice>
      )}
    </Panel>
  )
}
