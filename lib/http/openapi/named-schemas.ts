import { z } from 'zod'
import * as signInSessions from '@/lib/contracts/account'
import * as attributions from '@/lib/contracts/attributions'
import * as audit from '@/lib/contracts/audit'
import * as blindReviews from '@/lib/contracts/blind-reviews'
import * as briefs from '@/lib/contracts/briefs'
import * as calibration from '@/lib/contracts/calibration'
import * as chainRules from '@/lib/contracts/chain-rules'
import * as chains from '@/lib/contracts/chains'
import * as comments from '@/lib/contracts/comments'
import * as comparisons from '@/lib/contracts/comparisons'
import * as configuration from '@/lib/contracts/configuration'
import * as configurationRequests from '@/lib/contracts/configuration-requests'
import * as connections from '@/lib/contracts/connections'
import * as data from '@/lib/contracts/data'
import * as deadLetters from '@/lib/contracts/dead-letters'
import * as dropEvidence from '@/lib/contracts/drop-evidence'
import { errorBody } from '@/lib/contracts/errors'
import * as executions from '@/lib/contracts/executions'
import * as failureGroups from '@/lib/contracts/failure-groups'
import * as failures from '@/lib/contracts/failures'
import * as gates from '@/lib/contracts/gates'
import * as ingest from '@/lib/contracts/ingest'
import * as invitations from '@/lib/contracts/invitations'
import * as judge from '@/lib/contracts/judge'
import * as keptScenarios from '@/lib/contracts/kept-scenarios'
import * as mail from '@/lib/contracts/mail'
import * as measured from '@/lib/contracts/measured'
import * as notifications from '@/lib/contracts/notifications'
import * as overview from '@/lib/contracts/overview'
import * as pairs from '@/lib/contracts/pairs'
import { decision, failureClass } from '@/lib/contracts/primitives'
import * as projectJudges from '@/lib/contracts/project-judges'
import * as projects from '@/lib/contracts/projects'
import * as toolShapes from '@/lib/contracts/quality/shapes'
import * as criteria from '@/lib/contracts/quality-criteria'
import * as regressions from '@/lib/contracts/regressions'
import * as reviewQueue from '@/lib/contracts/review-queue'
import * as reviews from '@/lib/contracts/reviews'
import * as rubrics from '@/lib/contracts/rubrics'
import * as runChanges from '@/lib/contracts/run-changes'
import * as runDetail from '@/lib/contracts/run-detail'
import * as runExport from '@/lib/contracts/run-export'
import * as runInput from '@/lib/contracts/run-input'
import * as runs from '@/lib/contracts/runs'
import * as search from '@/lib/contracts/search'
import * as sentSignals from '@/lib/contracts/sent-signals'
import * as signInDomains from '@/lib/contracts/sign-in-domains'
import * as thinkingSessions from '@/lib/contracts/thinking/sessions'
import * as thinkingTemplates from '@/lib/contracts/thinking/templates'
import * as thinkingStep from '@/lib/contracts/thinking/think'
import * as trials from '@/lib/contracts/trials'
import * as trueShareGood from '@/lib/contracts/true-share-good'
import * as versions from '@/lib/contracts/versions'
import * as views from '@/lib/contracts/views'
import * as webhookEvents from '@/lib/contracts/webhook-events'
import * as webhooks from '@/lib/contracts/webhooks'
import * as weeklyReport from '@/lib/contracts/weekly/report'
import * as weeklyWeeks from '@/lib/contracts/weekly/weeks'
import * as work from '@/lib/contracts/work'
import { capital } from '@/lib/presentation/format/text'

const modules: object[] = [
  attributions,
  audit,
  briefs,
  calibration,
  chainRules,
  chains,
  comparisons,
  comments,
  configuration,
  configurationRequests,
  data,
  connections,
  deadLetters,
  dropEvidence,
  executions,
  failureGroups,
  failures,
  gates,
  ingest,
  invitations,
  signInDomains,
  signInSessions,
  judge,
  keptScenarios,
  mail,
  measured,
  notifications,
  overview,
  pairs,
  projectJudges,
  projects,
  toolShapes,
  criteria,
  regressions,
  reviewQueue,
  blindReviews,
  reviews,
  rubrics,
  runChanges,
  runDetail,
  runExport,
  runInput,
  runs,
  search,
  sentSignals,
  thinkingSessions,
  thinkingStep,
  thinkingTemplates,
  trials,
  trueShareGood,
  versions,
  views,
  webhookEvents,
  webhooks,
  weeklyReport,
  weeklyWeeks,
  work,
]

const chosen: Record<string, z.ZodType> = { Error: errorBody, Decision: decision, FailureClass: failureClass }

/** Schemas exported by contracts, which become named components of the document instead of being inlined. */
export const namedSchemas: Record<string, z.ZodType> = nameExports(
  modules.flatMap((module) => Object.entries<unknown>({ ...module })),
)

/**
 * `runRow` becomes RunRow, and `nodeView` becomes Node unless that name is taken.
 * @throws TypeError if two different schemas have one name: one would stand in the document for both
 */
export function nameExports(entries: readonly [string, unknown][]): Record<string, z.ZodType> {
  const shapes = entries.flatMap(([key, value]) => (isShape(value) ? [[capital(key), value] as const] : []))
  const taken = new Set([...Object.keys(chosen), ...shapes.map(([name]) => name)])
  const named = new Map<string, z.ZodType>(Object.entries(chosen))
  for (const [name, schema] of shapes) {
    const short = name.replace(/View$/, '')
    const given = taken.has(short) ? name : short
    if ((named.get(given) ?? schema) !== schema) throw new TypeError(`two contracts export a schema named ${given}`)
    named.set(given, schema)
  }
  return Object.fromEntries(named)
}

function isShape(value: unknown): value is z.ZodType {
  return value instanceof z.ZodObject || value instanceof z.ZodUnion || value instanceof z.ZodDiscriminatedUnion
}
