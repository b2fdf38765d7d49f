import { v7 as uuid } from 'uuid'
import { byEvaluator, type Evaluator, signalNumber } from '@/lib/contracts/evaluators'
import type { RejectedRun } from '@/lib/contracts/ingest'
import { EngineInputError } from '@/lib/engine/input-error'
import { measureRun } from '@/lib/engine/scoring/measure-run'
import type { SignalsInForce } from '@/lib/engine/scoring/scored-run'
import type { ProjectContext } from '../../context'
import { withinTime } from '../../within-time'
import { type ScoringSettings, versionKey } from './find-settings'
import type { ParsedRun } from './parse-batch'
import { toMeasure } from './to-measure'
import type { MeasuredIncoming } from './to-rows'

// A run is given up after LIMIT_MS less SLICE_MS at the least; the clock is not set anew for each, which would cost more than measuring.
const LIMIT_MS = 3000
const SLICE_MS = 250
const MAX_GIVEN_UP = 2

type SettingsByVersion = ReadonlyMap<string, ScoringSettings>
type Outcome = { incoming: MeasuredIncoming } | { rejected: RejectedRun }

/**
 * Measures each run by itself. One whose contract or criteria cannot be honoured is rejected, naming the field; so is one
 * that takes seconds to check, since nobody else is served meanwhile.
 */
export function measureIncoming(
  ctx: ProjectContext,
  parsed: readonly ParsedRun[],
  settings: SettingsByVersion,
  via: string,
): { incoming: MeasuredIncoming[]; rejected: RejectedRun[] } {
  const outcomes: Outcome[] = []
  const receivedAt = ctx.now()
  const measureSlice = () => {
    const endMs = performance.now() + SLICE_MS
    for (const item of parsed.slice(outcomes.length)) {
      outcomes.push(measureOne({ ...item, projectId: ctx.project.id, receivedAt, via }, settings))
      if (performance.now() > endMs) return
    }
  }
  for (let givenUp = 0; outcomes.length < parsed.length; ) {
    if (withinTime(LIMIT_MS, measureSlice)) continue
    givenUp += 1
    const late = parsed.slice(outcomes.length, givenUp < MAX_GIVEN_UP ? outcomes.length + 1 : undefined)
    outcomes.push(...late.map((item, place) => ({ rejected: rejectLate(item, place === 0) })))
  }
  return {
    incoming: outcomes.flatMap((outcome) => ('incoming' in outcome ? [outcome.incoming] : [])),
    rejected: outcomes.flatMap((outcome) => ('rejected' in outcome ? [outcome.rejected] : [])),
  }
}

type Arrived = ParsedRun & Pick<MeasuredIncoming, 'projectId' | 'receivedAt' | 'via'>

function measureOne(item: Arrived, byVersion: SettingsByVersion): Outcome {
  const { run, receivedAt } = item
  const settings = byVersion.get(versionKey(run))
  if (!settings) throw new Error(`no settings for ${run.chain}@${run.version}`)
  try {
    const measured = measureRun(run, toMeasure(run, settings))
    const occurredAt = new Date(run.startedAt ?? run.endedAt ?? receivedAt)
    const signals = latestSignals(run.signals)
    const known = { runId: uuid(), settings, occurredAt, revision: 1, measured, signals, isOverridden: false }
    return { incoming: { ...item, ...known } }
  } catch (error) {
    if (!(error instanceof EngineInputError)) throw error
    return { rejected: reject(item, error.issues) }
  }
}

function rejectLate(item: ParsedRun, wasTried: boolean): RejectedRun {
  const path = item.run.contract ? 'contract' : item.run.criteria ? 'criteria' : ''
  if (wasTried) return reject(item, [{ path, message: `takes longer than ${LIMIT_MS / 1000} s to check this run` }])
  return reject(item, [
    { path: '', message: 'not checked: others of this batch took too long; send it again without them' },
  ])
}

function reject({ index, run }: ParsedRun, issues: RejectedRun['issues']): RejectedRun {
  const [first] = issues
  const reason = first?.message ?? 'invalid'
  return { index, id: run.id, code: 'invalid_input', path: first?.path ?? '', reason, issues: [...issues] }
}

/** The last signal of each evaluator in the order sent. */
function latestSignals(signals: readonly { evaluator: Evaluator; value: number | boolean }[]): SignalsInForce {
  const latest: SignalsInForce = byEvaluator(() => null)
  for (const { evaluator, value } of signals) latest[evaluator] = signalNumber(evaluator, value)
  return latest
}
