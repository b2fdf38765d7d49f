import { v7 as uuid } from 'uuid'
import type { RejectedRun } from '@/lib/contracts/ingest'
import type { evaluators } from '@/lib/contracts/primitives'
import { EngineInputError } from '@/lib/engine/input-error'
import { measureRun } from '@/lib/engine/scoring/measure-run'
import type { SignalsInForce } from '@/lib/engine/scoring/scored-run'
import type { ProjectContext } from '../../context'
import type { VersionSettings } from './ensure-versions'
import type { ParsedRun } from './parse-batch'
import { durationOf, type IncomingRun, signalValue, totalTokens } from './to-rows'

/** Measures each run by itself. One whose contract or criteria cannot be honoured is rejected, naming the field. */
export function measureIncoming(
  ctx: ProjectContext,
  parsed: readonly ParsedRun[],
  settingsOf: (item: ParsedRun) => VersionSettings | undefined,
  via: string,
): { incoming: IncomingRun[]; rejected: RejectedRun[] } {
  const incoming: IncomingRun[] = []
  const rejected: RejectedRun[] = []
  const receivedAt = ctx.now()
  for (const item of parsed) {
    const settings = settingsOf(item)
    if (!settings) throw new Error(`no settings for ${item.run.chain}@${item.run.version}`)
    try {
      incoming.push({
        ...item,
        projectId: ctx.project.id,
        runId: uuid(),
        settings,
        occurredAt: new Date(item.run.startedAt ?? item.run.endedAt ?? receivedAt),
        receivedAt,
        via,
        revision: 1,
        measured: measureRun(item.run, {
          contract: item.run.contract ?? settings.contract,
          criteria: item.run.criteria ?? settings.criteria,
          durationMs: durationOf(item.run) ?? null,
          tokens: totalTokens(item.run) ?? null,
        }),
        signals: latestSignals(item.run.signals),
      })
    } catch (error) {
      if (!(error instanceof EngineInputError)) throw error
      const [first] = error.issues
      rejected.push({
        index: item.index,
        id: item.run.id,
        code: 'invalid_input',
        path: first?.path ?? '',
        reason: first?.message ?? 'invalid',
        issues: error.issues,
      })
    }
  }
  return { incoming, rejected }
}

/** The last signal of each evaluator in the order sent. */
function latestSignals(
  signals: readonly { evaluator: (typeof evaluators)[number]; value: number | boolean }[],
): SignalsInForce {
  const latest: SignalsInForce = { self: null, peer: null, downstream: null, human: null }
  for (const signal of signals) latest[signal.evaluator] = signalValue(signal)
  return latest
}
