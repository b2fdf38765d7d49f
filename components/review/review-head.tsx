'use client'

import dynamic from 'next/dynamic'
import type { RefObject } from 'react'
import { TakeRequestBack } from '@/components/domain-ui/asked-review'
import { ChainVersion, RunStatus } from '@/components/domain-ui/run-marks'
import { WaitingGate } from '@/components/domain-ui/waiting-gate'
import { RunCosts } from '@/components/run/run-costs'
import { useShortcuts } from '@/components/shell/shortcuts'
import { Badge } from '@/components/ui/badge'
import { useGoTo } from '@/components/ui/go-to'
import { LatePart } from '@/components/ui/late-part'
import { Link } from '@/components/ui/link'
import { orMissing } from '@/components/ui/missing-part'
import type { BlindRun } from '@/lib/contracts/blind-reviews'
import type { ReviewItem } from '@/lib/contracts/review-queue'
import { askedText, reviewReasonLabels, whyHere } from '@/lib/presentation/labels/review'
import { gateHref, runHref } from '@/lib/presentation/links'

type ReviewHeadProps = {
  project: string
  item: ReviewItem
  run: BlindRun['run']
  /** Takes the focus when the run comes after another one. */
  heading: RefObject<HTMLHeadingElement | null>
  /** Called with the run as it waits after people were asked for a verdict, or no longer are. */
  onAsked: (item: ReviewItem) => void
}

/** Why a run is under review, what it is, and the gate and the requests that wait for its verdict. */
export function ReviewHead({ project, item, run, heading, onAsked }: ReviewHeadProps) {
  const goTo = useGoTo()
  const [, ...others] = item.reasons
  const { gateId, gateDeadlineAt } = item
  const gate = gateId !== null && gateDeadlineAt !== null ? { id: gateId, deadlineAt: gateDeadlineAt } : null
  useShortcuts(
    'Review',
    gate ? [{ keys: 'w', label: 'Open the gate that waits', run: () => goTo(gateHref(project, gate.id)) }] : [],
  )
  return (
    <header>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
        <h2 ref={heading} tabIndex={-1} className="outline-none">
          {whyHere(item)}
        </h2>
        {gate && (
          <WaitingGate
            project={project}
            gate={gate}
            shortcut="w"
            {...(item.reasons[0] === 'gate' && { label: 'Open the gate' })}
          />
        )}
        {others.map((reason) => reason !== 'asked' && <Badge key={reason}>{reviewReasonLabels[reason]}</Badge>)}
        {item.asked && (
          <span className="inline-flex flex-wrap items-center gap-x-1">
            {others.includes('asked') && <Badge>{askedText(item.asked)}</Badge>}
            <TakeRequestBack project={project} runId={item.runId} asked={item.asked} shortcut="o" onDone={onAsked} />
          </span>
        )}
      </p>
      <p className="wrap-anywhere mt-1 flex flex-wrap items-center gap-x-4 gap-y-1 text-ink-2 text-sm">
        <RunStatus status={run.status} />
        <span>
          <ChainVersion chain={run.chain} version={run.version} />
        </span>
        {run.scenario && <span>Scenario {run.scenario}</span>}
        {run.attempt > 1 && <span>Attempt {run.attempt}</span>}
        <span>
          <RunCosts run={run} />
        </span>
        <Link
          href={runHref(project, run.id)}
          className="link break-all"
          title="The run’s own page shows its scores; verdicts of others stay hidden until you have given yours"
        >
          {run.clientId}
        </Link>
        {item.assignedTo && <span>Assigned to {item.assignedTo.name}</span>}
      </p>
      {item.reasons.includes('disputed') && (
        <LatePart>
          <DisputedSides project={project} runId={item.runId} />
        </LatePart>
      )}
    </header>
  )
}

const DisputedSides = dynamic(orMissing(() => import('./disputed-sides'), 'DisputedSides'))
