import { clsx } from 'clsx'
import { Flag } from 'lucide-react'
import dynamic from 'next/dynamic'
import { memo } from 'react'
import { useMay } from '@/components/domain-ui/role'
import { ChainVersion, DecisionWord, RunStatus } from '@/components/domain-ui/run-marks'
import { OpenGateButton } from '@/components/gates/open-gate-button'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { useGoTo } from '@/components/ui/go-to'
import { LatePart } from '@/components/ui/late-part'
import { Link } from '@/components/ui/link'
import { orMissing } from '@/components/ui/missing-part'
import { Notice } from '@/components/ui/notice'
import { Trail } from '@/components/ui/trail'
import type { RunDetail } from '@/lib/contracts/run-detail'
import { formatPlural } from '@/lib/presentation/format/number'
import { basisLabels } from '@/lib/presentation/labels/runs'
import { decisionReason, deskThenPeople, flagLabels, isAttempt, ruleReason } from '@/lib/presentation/labels/verdicts'
import { reviewHref, runsHref } from '@/lib/presentation/links'
import { RunCosts } from './run-costs'

// Loaded lazily: not needed to read the run, or rarely shown.
const RunAttempt = dynamic(orMissing(() => import('./run-attempt'), 'RunAttempt'))
const RareBadges = dynamic(orMissing(() => import('./rare-badges'), 'RareBadges'))
const RunNotes = dynamic(orMissing(() => import('./run-notes'), 'RunNotes'))
const RunTags = dynamic(orMissing(() => import('@/components/domain-ui/run-tags'), 'RunTags'))
const GateVerdict = dynamic(orMissing(() => import('./gate-verdict'), 'GateVerdict'))
const DeleteRunsButton = dynamic(orMissing(() => import('@/components/runs/delete-runs-button'), 'DeleteRunsButton'))

/** Flags that are not shown, because the decision or the status beside them already expresses them. */
const REDUNDANT_FLAGS = ['overridden', 'escalated', 'failed']

/** Identity of a run, its status, decision and flag. */
export const RunHeader = memo(function RunHeader({ project, detail }: { project: string; detail: RunDetail }) {
  const { run } = detail
  return (
    <header className="mb-6">
      <Trail
        crumbs={[
          { label: 'Runs', href: runsHref(project) },
          { label: run.chain, href: runsHref(project, { chain: [run.chain] }) },
        ]}
      />
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="flex min-w-0 items-center gap-1">
          <h1 className="wrap-anywhere min-w-0 text-left text-lg [unicode-bidi:plaintext]">
            {run.title ?? run.clientId}
          </h1>
          {run.title === null && <CopyButton text={run.clientId} label="Copy the run's id" />}
        </div>
        <div className="flex flex-wrap items-center gap-2 print:hidden">
          <OpenGateButton project={project} subject={{ runId: run.id, clientId: run.clientId }} />
          <DeleteRun project={project} runId={run.id} />
        </div>
      </div>
      <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1.5 text-sm max-sm:mt-3">
        <RunStatus status={run.status} />
        {run.title !== null && (
          <span className="inline-flex min-w-0 items-center gap-1 text-ink-2">
            <span className="select-all break-all font-mono text-xs">{run.clientId}</span>
            <CopyButton text={run.clientId} label="Copy the run's id" />
          </span>
        )}
        <Link href={runsHref(project, { chain: [run.chain], version: [run.version] })} className="link wrap-anywhere">
          <ChainVersion chain={run.chain} version={run.version} />
        </Link>
        {run.scenario && (
          <Link href={runsHref(project, { scenario: run.scenario })} className="link wrap-anywhere text-ink-2">
            Scenario {run.scenario}
          </Link>
        )}
        {run.thread && (
          <Link
            href={runsHref(project, { thread: run.thread, sort: 'oldest' })}
            title={`All runs of the conversation ${run.thread}`}
            className="link max-w-60 truncate text-ink-2"
          >
            Conversation {run.thread}
          </Link>
        )}
        {isAttempt(run) && (
          <LatePart>
            <RunAttempt project={project} detail={detail} />
          </LatePart>
        )}
        {run.kind === 'dry_run' && <Badge>Dry run</Badge>}
        {(run.isIncomplete || run.overridden) && (
          <LatePart>
            <RareBadges run={run} />
          </LatePart>
        )}
        {run.flag && !REDUNDANT_FLAGS.includes(run.flag) && (
          <Badge tone="review" icon={<Flag aria-hidden />}>
            {flagLabels[run.flag]}
          </Badge>
        )}
        <span className="text-ink-2">
          <RunCosts run={run} />
        </span>
        {detail.redactions > 0 && (
          <Badge title="Redacted before storing, by this project’s rules">
            {formatPlural(detail.redactions, 'value')} redacted
          </Badge>
        )}
      </div>
      <div className="mt-1">
        <LatePart>
          <RunTags key={run.id} project={project} run={run} />
        </LatePart>
      </div>
      {(detail.asked || detail.contentRemoved) && (
        <LatePart>
          <RunNotes project={project} detail={detail} />
        </LatePart>
      )}
      <RunDecision project={project} detail={detail} />
    </header>
  )
})

function RunDecision({ project, detail }: { project: string; detail: RunDetail }) {
  const { run } = detail
  if (run.status === 'running')
    return (
      <section aria-label="What the desk decided" className="wrap-anywhere mt-3 text-sm">
        <p className="font-semibold text-base">Not decided yet</p>
        <p>This run is still going. It will be scored when it ends.</p>
      </section>
    )
  if (detail.isCovered)
    return (
      <Notice
        className="mt-3"
        title="You review this run blind"
        action={
          <Button asChild>
            <Link href={reviewHref(project, run.id)}>Review it</Link>
          </Button>
        }
      >
        Others have reviewed it. Their verdicts, and what follows from them, are shown here once you have given yours.
      </Notice>
    )
  const story = deskThenPeople(detail.decisions)
  const reason = story ? ruleReason(run) : decisionReason(run)
  return (
    <section aria-label="What the desk decided" className="wrap-anywhere mt-3 text-sm">
      <GateVerdict project={project} detail={detail} />
      <DecisionWord run={run} className="font-semibold text-base" />
      {story && <p>{story}</p>}
      {/* Every step that failed may be named; the steps say it in full. */}
      {reason && (
        <p className={clsx('line-clamp-5 sm:line-clamp-3', story && 'text-ink-2')} title={reason}>
          {reason}
        </p>
      )}
      <p className="text-ink-3 text-xs">
        Decided {basisLabels[run.basis]}
        {story && run.basis === 'confidence' && ', the verdict included'}.
      </p>
    </section>
  )
}

/** Delete button for admins; returns to the list afterwards. */
function DeleteRun({ project, runId }: { project: string; runId: string }) {
  const goTo = useGoTo()
  if (!useMay(project, 'admin')) return null
  return <DeleteRunsButton isQuiet project={project} ids={[runId]} onDone={() => goTo(runsHref(project))} />
}
