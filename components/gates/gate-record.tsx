import { Card } from '@/components/ui/panel'
import { AbsoluteTime } from '@/components/ui/time'
import type { GateDetail } from '@/lib/contracts/gates'
import { GateStateMark } from './gate-state-mark'
import { MovedRuns } from './moved-runs'
import { UndoGate } from './undo-gate'

type GateRecordProps = {
  project: string
  detail: GateDetail
  /** It stands where the reader's buttons just were: bring it into view and to the ear. */
  takesFocus: boolean
}

function focusIt(section: HTMLElement | null) {
  section?.focus()
}

/** What was decided, by whom, on what, and what it did. Stays for good; taking it back adds to it. */
export function GateRecord({ project, detail, takesFocus }: GateRecordProps) {
  const { gate, effect, evidenceDigest, history, mayUndo } = detail
  const undo = history.find((decision) => decision.kind === 'gate_undone')
  return (
    <section
      ref={takesFocus ? focusIt : undefined}
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
          {mayUndo.allowed && <UndoGate project={project} gateId={gate.id} />}
        </div>
        {gate.reason && (
          <blockquote className="whitespace-pre-line break-words border-l-2 pl-3 text-base">{gate.reason}</blockquote>
        )}
        <Outcome detail={detail} />
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
            {detail.undoEffect?.servedVersion && (
              <p className="text-ink-2 text-sm">{detail.undoEffect.servedVersion} serves since.</p>
            )}
            {detail.undoEffect && detail.undoEffect.runs.length > 0 && (
              <MovedRuns project={project} runs={detail.undoEffect.runs} label="Confidence, automated again" />
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

const stateWords: Record<string, string> = {
  live: 'stays published',
  rolled_back: 'was rolled back',
  halted: 'was halted',
}

function Outcome({ detail: { gate, effect } }: { detail: GateDetail }) {
  if (!effect?.versionState)
    return gate.state === 'timed_out' ? (
      <p className="text-sm">Nothing was approved, and no confidence changed.</p>
    ) : null
  const served =
    effect.servedVersion === null
      ? 'nothing serves'
      : effect.servedVersion === gate.version
        ? 'it serves'
        : `${effect.servedVersion} serves`
  return (
    <p className="text-sm">
      {gate.version} {stateWords[effect.versionState] ?? `is ${effect.versionState}`}; {served}.
      {gate.state === 'timed_out' && ' Nothing was approved, and no confidence changed.'}
    </p>
  )
}
