'use client'

import { useMutation } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { ArrowRight, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { HandOver } from '@/components/brief/hand-over'
import { GateStateMark } from '@/components/domain-ui/gate-mark'
import { useShortcuts } from '@/components/shell/shortcuts'
import { useUnsentText } from '@/components/ui/browser-storage'
import { Button } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { Card } from '@/components/ui/panel'
import { AbsoluteTime } from '@/components/ui/time'
import { useDialogOf } from '@/components/ui/use-dialog-of'
import type { GateDetail, GateEffect } from '@/lib/contracts/gates'
import { formatExact, formatPlural, formatScore } from '@/lib/presentation/format/number'
import { effectText } from '@/lib/presentation/labels/gate-effect'
import { gateHref, runHref } from '@/lib/presentation/links'
import { gateMove } from '@/lib/queries/gates'
import { OpenGateButton } from './open-gate-button'
import { ReasonDialog } from './reason-dialog'

type GateRecordProps = {
  project: string
  detail: GateDetail
  /** Takes the focus when it replaces the decision buttons, so that it is scrolled to and announced. */
  takesFocus: boolean
}

function focus(section: HTMLElement | null) {
  section?.focus()
}

/** Record of a decision: verdict, person, evidence and effect. Permanent; an undo is added to it. */
export function GateRecord({ project, detail, takesFocus }: GateRecordProps) {
  const { gate, effect, evidenceDigest, history, mayUndo } = detail
  const undo = history.find((decision) => decision.kind === 'gate_undone')
  return (
    <section
      ref={takesFocus ? focus : undefined}
      tabIndex={-1}
      aria-label="Record of the decision"
      className="scroll-mt-20 outline-none"
    >
      <Card className="grid grid-cols-1 gap-4">
        <div className="flex flex-wrap items-start justify-between gap-3">
          <div>
            <GateStateMark gate={gate} className="text-md" />
            <p className="mt-0.5 text-ink-2 text-sm">
              {gate.decidedBy ?? 'The deadline'}, <AbsoluteTime iso={gate.decidedAt} />
            </p>
          </div>
          <div className="flex flex-wrap gap-2">
            {gate.state !== 'approved' && <HandOver project={project} subject={{ gate: gate.id }} size="sm" />}
            {gate.state === 'timed_out' && <OpenGateButton project={project} subject={subjectOf(detail)} isQuiet />}
            {mayUndo.allowed && (
              <UndoGate project={project} gateId={gate.id} consequence={detail.undoConsequence ?? ''} />
            )}
          </div>
        </div>
        <Now project={project} detail={detail} />
        {gate.reason && (
          <blockquote className="whitespace-pre-line break-words border-l-2 pl-3 text-base">{gate.reason}</blockquote>
        )}
        <p className="text-sm">{effectText(gate, effect)}</p>
        {effect && effect.runs.length > 0 && (
          <MovedRuns project={project} runs={effect.runs} label="Confidence of the runs it was decided on" />
        )}
        {undo && (
          <div className="grid gap-3 border-t pt-4">
            <p className="text-sm">
              <span className="font-medium">Taken back by {undo.by.name}</span>, <AbsoluteTime iso={undo.decidedAt} />
            </p>
            {undo.reason && (
              <blockquote className="whitespace-pre-line break-words border-l-2 pl-3 text-base">
                {undo.reason}
              </blockquote>
            )}
            {detail.undoEffect && detail.undoEffect.runs.length > 0 && (
              <MovedRuns project={project} runs={detail.undoEffect.runs} label="Confidence, automated" />
            )}
          </div>
        )}
        <p className="border-t pt-3 text-ink-3 text-xs">
          The evidence below is as it was then.{' '}
          <span title={evidenceDigest}>
            Digest <code className="font-mono">{evidenceDigest.slice(0, 12)}</code>
          </span>
          {!mayUndo.allowed && mayUndo.why && <span className="block">{mayUndo.why}</span>}
        </p>
      </Card>
    </section>
  )
}

/** What has become of the version or run since, where that is not what the decision left. */
function Now({ project, detail: { gate, effect, serves, askedAgain } }: Omit<GateRecordProps, 'takesFocus'>) {
  const hasMoved = gate.runId === null && (gate.undone || serves !== effect?.servedVersion)
  if (!hasMoved && !askedAgain) return null
  return (
    <p className="text-sm">
      {hasMoved && (
        <span className="font-medium">{serves === null ? 'Nothing serves now. ' : `Now ${serves} serves. `}</span>
      )}
      {askedAgain && (
        <>
          A decision is waiting:{' '}
          <Link href={gateHref(project, askedAgain.gateId)} className="link">
            {askedAgain.title}
          </Link>
        </>
      )}
    </p>
  )
}

/** What a fresh gate asks about: the run, or the version. */
function subjectOf({ gate, evidence }: GateDetail) {
  if (gate.runId === null) return { chain: gate.chain, version: gate.version }
  return { runId: gate.runId, clientId: evidence.run?.clientId ?? gate.runId }
}

const FIRST = 5

type MovedRunsProps = { project: string; runs: GateEffect['runs']; label: string }

/** Confidence of each affected run before and after. */
function MovedRuns({ project, runs, label }: MovedRunsProps) {
  const [isAll, setAll] = useState(false)
  // What it changed before what it left alone.
  const sorted = runs.toSorted((a, b) => Number(a.skipped !== null) - Number(b.skipped !== null))
  const shown = isAll ? sorted : sorted.slice(0, FIRST)
  return (
    <div>
      <p className="eyebrow mb-1">{label}</p>
      <ul className="divide-y border-t text-sm">
        {shown.map((run) => (
          <li key={run.runId} className="flex items-center justify-between gap-4 py-1.5">
            <Link href={runHref(project, run.runId)} className="min-w-0 truncate hover:underline" title={run.clientId}>
              {run.title ?? run.clientId}
            </Link>
            {run.skipped ? (
              <span className="shrink-0 text-ink-3">left alone: {run.skipped}</span>
            ) : (
              <span className="flex shrink-0 items-center gap-1.5">
                <span className="text-ink-2" title={formatExact(run.before)}>
                  {formatScore(run.before)}
                </span>
                <ArrowRight className="size-3.5 text-ink-3" aria-label="became" />
                <span
                  className={clsx('font-medium', run.after === null && 'text-ink-3')}
                  title={formatExact(run.after)}
                >
                  {formatScore(run.after)}
                </span>
              </span>
            )}
          </li>
        ))}
      </ul>
      {runs.length > FIRST && !isAll && (
        <Button variant="ghost" size="sm" className="mt-1 -ml-2.5" onClick={() => setAll(true)}>
          Show all {formatPlural(runs.length, 'run')}
        </Button>
      )}
    </div>
  )
}

type UndoGateProps = { project: string; gateId: string; consequence: string }

/** Dialog that takes a decision back, with its consequence and a reason. */
function UndoGate({ project, gateId, consequence }: UndoGateProps) {
  const reason = useUnsentText(`undo ${gateId}`)
  const [why, setWhy] = reason
  const undo = useMutation(gateMove('POST /api/v1/gates/{gateId}/undo', project))
  const [isOpen, setOpen] = useDialogOf(undo)
  useShortcuts('This gate', [{ keys: 'u', label: 'Take the decision back', run: () => setOpen(true) }])
  return (
    <ReasonDialog
      title="Take the decision back"
      description={`${consequence} The verdict no longer counts in any run’s confidence. This gate stays closed, and both events stay on record.`}
      trigger={
        <Button size="sm" icon={<Undo2 aria-hidden />} shortcut="u">
          Take back
        </Button>
      }
      isOpen={isOpen}
      onOpenChange={setOpen}
      reason={reason}
      submit="Take back"
      isPending={undo.isPending}
      error={undo.error}
      onSubmit={() =>
        undo.mutate(
          { gateId, reason: why.trim() },
          {
            onSuccess: () => {
              setOpen(false)
              setWhy('')
            },
          },
        )
      }
    />
  )
}
