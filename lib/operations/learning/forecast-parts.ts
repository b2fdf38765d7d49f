import { getForecastParts as contract } from '@/lib/contracts/calibration'
import { forecastParts } from '@/lib/engine/judgement/learn-forecast'
import { notFound } from '../errors'
import { operation } from '../operation'
import { findFit, toModelView } from './models'
import { loadTraceFacts } from './trace-facts'

/** Parts that give another probability than the one that was stored belong to other facts. */
const SAME = 1e-6

/** Returns the parts of a run's forecast, by the version of the fit that made it. @throws not_found without a forecast */
export const getForecastParts = operation(contract, async ({ db, project }, { runId }) => {
  const projectId = project.id
  const [run, made] = await Promise.all([
    db.runSummary.findUnique({ where: { projectId_id: { projectId, id: runId } }, select: { chainId: true } }),
    db.prediction.findUnique({ where: { projectId_runId_kind: { projectId, runId, kind: 'forecast' } } }),
  ])
  if (!run || !made) throw notFound('forecast')
  const [fit, facts] = await Promise.all([
    findFit(db, projectId, 'forecast', made.version),
    loadTraceFacts(db, projectId, [runId]),
  ])
  if (!fit) throw notFound('fit of this forecast')
  const known = facts.get(runId)
  const parts = fit.model && known && forecastParts(fit.model, { chain: run.chainId, facts: known.facts })
  return {
    model: toModelView(fit),
    probability: made.probability,
    parts: parts && Math.abs(parts.probability - made.probability) <= SAME ? parts : null,
  }
})
