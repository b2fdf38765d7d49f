'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { Scale } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { useGoTo } from '@/components/ui/go-to'
import { Link } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { Panel } from '@/components/ui/panel'
import { Skeleton } from '@/components/ui/skeleton'
import type { PairOutcome } from '@/lib/contracts/pairs'
import type { OutputAt } from '@/lib/contracts/targets'
import { pairsSentence, toPairSubject } from '@/lib/presentation/compare/pairs'
import { formatCount, formatPlural } from '@/lib/presentation/format/number'
import { type ComparedSide, compareHref, pairsHref } from '@/lib/presentation/links'
import { toProblem } from '@/lib/queries/problem'
import { hrefOf, mutationOf, queryOf } from '@/lib/queries/query-of'
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
  const goTo = useGoTo()
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
            className="max-sm:h-auto max-sm:min-h-8 max-sm:shrink max-sm:whitespace-normal"
            {...off}
            pending={ask.isPending}
            onClick={() => ask.mutate(subject, { onSuccess: () => goTo(href) })}
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
          {formatPlural(result.verdicts, 'answer')} of {formatPlural(result.people, 'person', 'people')}
          {result.answered < result.pairs &&
            `; ${formatPlural(result.pairs - result.answered, 'pair')} of ${formatCount(result.pairs)} still without one`}
          .
        </p>
      )}
      {data && result && result.answered > 0 && result.wins === null && (
        <OpenPairs project={project} subject={subject} data={data} />
      )}
      {data?.outcomes && data.outcomes.length > 0 && 'chain' in subject && (
        <PairOutcomes project={project} names={names} pairs={data.outcomes} />
      )}
      {result?.wins && result.wins.aWins + result.wins.bWins > 0 && 'chain' in subject && (
        <p className="mt-2 text-ink-3 text-xs">
          <a
            href={hrefOf(project, 'GET /api/v1/export/preferences', { chain: [subject.chain] })}
            download={`preferences-${project}.jsonl`}
            className="link"
          >
            Save what people preferred
          </a>{' '}
          in this chain as prompt, chosen and rejected, to train with.
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

type PairOutcomesProps = { project: string; names: readonly [string, string]; pairs: readonly PairOutcome[] }

/** The pairs that each count stands for, folded; each opens the two runs compared. */
function PairOutcomes({ project, names: [a, b], pairs: outcomes }: PairOutcomesProps) {
  const groups = [
    { title: `${a} was better`, pairs: outcomes.filter(({ winner }) => winner === 'a') },
    { title: `${b} was better`, pairs: outcomes.filter(({ winner }) => winner === 'b') },
    { title: 'Neither was better', pairs: outcomes.filter(({ winner }) => winner === 'equal') },
  ]
  return (
    <div className="mt-3 divide-y border-y">
      {groups.flatMap(({ title, pairs }) =>
        pairs.length === 0 ? (
          []
        ) : (
          <details key={title}>
            <summary className="py-1.5 text-sm pointer-coarse:py-3">
              {title} in {formatPlural(pairs.length, 'pair')}
            </summary>
            <ul className="grid gap-x-6 gap-y-1 pb-2 pl-5 text-sm sm:grid-cols-2">
              {pairs.map(({ aRunId, bRunId, scenario, verdicts }, place) => (
                <li key={`${aRunId} ${bRunId}`} className="wrap-anywhere pointer-coarse:py-1.5">
                  <Link href={compareHref(project, { run: aRunId }, { run: bRunId })} className="link">
                    {scenario ?? `Pair ${place + 1}`}
                  </Link>
                  <span className="text-ink-3 text-xs"> {formatPlural(verdicts, 'answer')}</span>
                </li>
              ))}
            </ul>
          </details>
        ),
      )}
    </div>
  )
}

type OpenPairsProps = {
  project: string
  subject: NonNullable<ReturnType<typeof toPairSubject>>
  data: OutputAt<'GET /api/v1/pairs'>
}

/** Says why it is hidden what people say, and gives up the pairs or answers that it would give away so that it is shown. */
function OpenPairs({ project, subject, data: { unanswered, changeable } }: OpenPairsProps) {
  const { mutateAsync } = useMutation(mutationOf('POST /api/v1/pairs/reveal', { project }))
  const waiting = `${formatPlural(unanswered, 'pair waits', 'pairs wait')} for your answer`
  const open = `${formatPlural(changeable, 'answer')} of yours can still change`
  const { why, consequence, done } =
    unanswered > 0
      ? {
          why: waiting,
          consequence: `${waiting}. Seeing how others answered would give them away, so you will not be asked about them again.`,
          done: 'The pairs are open; those that waited are left to others',
        }
      : {
          why: open,
          consequence: `${open}. Once you have seen which side was which, your answers stay.`,
          done: 'The pairs are open',
        }
  return (
    <p className="mt-3 text-ink-2 text-sm">
      The pairs open when nothing is left that they would give away: {why}.{' '}
      <ConfirmDialog
        trigger={
          <button type="button" className="link pointer-coarse:min-h-10">
            Open them now
          </button>
        }
        title="Open the pairs?"
        consequence={consequence}
        verb="Open"
        act={() => mutateAsync({ ...subject, leave: true })}
        done={done}
      />
    </p>
  )
}
