'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { Bookmark, BookmarkCheck } from 'lucide-react'
import { HandOver } from '@/components/brief/hand-over'
import { useShortcuts } from '@/components/shell/shortcuts'
import { Button } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { sayRefused } from '@/components/ui/say-refused'
import { toast } from '@/components/ui/toast'
import type { KeptScenario } from '@/lib/contracts/kept-scenarios'
import { chainHref, gateHref } from '@/lib/presentation/links'
import { mutationOf, queryOf } from '@/lib/queries/query-of'

type AfterVerdictProps = {
  project: string
  runId: string
  /** A verdict is in force; false: one was given and taken back. */
  isDecided: boolean
  /** The run is not accepted, or someone rejected it: there is something to fix. */
  isRefused: boolean
  mayDecide: boolean
  /** The gate that asks about this run and still waits: a verdict on the run does not close it. */
  gateId: string | null
}

/**
 * Follow-ups of a verdict: decide the run's gate, hand over a brief of a refused run, and keep the run's request as a scenario for later
 * versions. Of one that was taken back: the scenario that was kept with it.
 */
export function AfterVerdict({ project, runId, isDecided, isRefused, mayDecide, gateId }: AfterVerdictProps) {
  if (!isDecided) return <KeepScenario project={project} runId={runId} isDecided={false} mayDecide={mayDecide} />
  return (
    <div className="flex flex-wrap items-center gap-2 lg:max-xl:[&_kbd]:hidden">
      {gateId && (
        <Button asChild>
          <Link href={gateHref(project, gateId)}>Its gate still waits</Link>
        </Button>
      )}
      {isRefused && <HandOver project={project} subject={{ run: runId }} />}
      <KeepScenario project={project} runId={runId} isDecided mayDecide={mayDecide} />
    </div>
  )
}

const OUTCOMES = { kept: 'Kept', known: 'Already kept', revived: 'Brought back' } as const

type KeepScenarioProps = Omit<AfterVerdictProps, 'isRefused' | 'gateId'>

function KeepScenario({ project, runId, isDecided, mayDecide }: KeepScenarioProps) {
  const known = useQuery(queryOf('GET /api/v1/runs/{runId}/scenario', { runId }, { project }))
  const { data } = known
  const keep = useMutation({
    ...mutationOf('POST /api/v1/runs/{runId}/scenario', { project }),
    onSuccess: ({ scenario, outcome }) =>
      toast.success(`${OUTCOMES[outcome]}: ${scenario.name}`, {
        description: `Later versions of ${scenario.chain} will be tried with it. Rename it on the chain’s page.`,
      }),
    onError: sayRefused('Not kept'),
  })
  const kept = data?.scenario?.retiredAt === null ? data.scenario : null
  const isOver = kept?.takenBack === true
  const canKeep = mayDecide && data !== undefined && (kept === null || isOver) && data.refusal === null
  const run = () => {
    if (canKeep && !keep.isPending) keep.mutate({ runId })
  }
  // Right after the verdict it is not known yet whether the run can be kept: the key asks instead of doing nothing.
  const ask = async () => {
    const { data: now } = canKeep ? known : await known.refetch()
    if (now?.refusal) toast.error('Not kept', { description: now.refusal })
    else if (now && !keep.isPending) keep.mutate({ runId })
  }
  useShortcuts(
    'This run',
    mayDecide && isDecided && (!kept || isOver)
      ? [{ keys: 's', label: 'Keep as a scenario', run: () => void ask() }]
      : [],
  )
  if (!data) return null
  if (kept && isOver && !canKeep) return <TakenBack project={project} scenario={kept} mayDecide={mayDecide} />
  if (!isDecided) return null
  if (kept && !isOver)
    return (
      <p className="inline-flex min-h-8 max-w-56 items-center gap-1.5 text-ink-2 text-sm" title={kept.name}>
        <BookmarkCheck className="size-4 shrink-0 text-pass" aria-hidden />
        <span className="truncate">
          Kept as{' '}
          <Link href={`${chainHref(project, kept.chain)}#kept`} className="link">
            {kept.name}
          </Link>
        </span>
      </p>
    )
  if (!mayDecide) return null
  return (
    <>
      <Button
        icon={<Bookmark aria-hidden />}
        shortcut={canKeep ? 's' : undefined}
        pending={keep.isPending}
        disabled={!canKeep}
        onClick={run}
      >
        Keep as scenario
      </Button>
      {data.refusal && <p className="max-w-80 text-ink-3 text-xs">{data.refusal}</p>}
    </>
  )
}

type TakenBackProps = { project: string; scenario: KeptScenario; mayDecide: boolean }

/** A scenario that was kept with a verdict which nobody gives any more, and a button to drop it. */
function TakenBack({ project, scenario, mayDecide }: TakenBackProps) {
  const { chain, id: scenarioId, name } = scenario
  const retire = useMutation({
    ...mutationOf('PATCH /api/v1/chains/{chain}/kept-scenarios/{scenarioId}', { project }),
    onError: sayRefused('Not retired'),
  })
  return (
    <p className="flex max-w-80 flex-wrap items-center gap-x-2 gap-y-1 text-ink-2 text-xs">
      <span className="wrap-anywhere">
        The scenario{' '}
        <Link href={`${chainHref(project, chain)}#kept`} className="link">
          {name}
        </Link>{' '}
        was kept with a verdict that was taken back: no version is tried with it.
      </span>
      {mayDecide && (
        <Button
          size="sm"
          pending={retire.isPending}
          onClick={() => retire.mutate({ chain, scenarioId, retired: true })}
        >
          Retire it
        </Button>
      )}
    </p>
  )
}
