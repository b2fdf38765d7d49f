import {
  type Brief,
  type BriefFacts,
  getGateBrief as gateContract,
  getBrief as getContract,
  getFailureGroupBrief as groupContract,
  getRunBrief as runContract,
} from '@/lib/contracts/briefs'
import type { Db } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import { briefData, withdrawalData } from '@/lib/engine/webhooks/event-data'
import { buildFailureGroupBrief } from '@/lib/presentation/briefs/failure-group-brief'
import { buildGateBrief } from '@/lib/presentation/briefs/gate-brief'
import { buildRunBrief } from '@/lib/presentation/briefs/run-brief'
import { prepareGateWorst } from '@/lib/presentation/charts/prepare-gate-odds'
import { compareHref, failureHref, gateHref, runHref, runsHref, versionHref } from '@/lib/presentation/links'
import { briefFilename, briefMarkdown } from '@/lib/presentation/text/brief-markdown'
import { loadSystemContext, loadTimeZone, type ProjectContext } from '../context'
import { deskUrl } from '../desk-url'
import { AppError } from '../errors'
import { loadGateDetail } from '../gates/get'
import { loadAttribution } from '../learning/attribution'
import { operation } from '../operation'
import { unreadable } from '../payloads/fill'
import type { BriefJob } from '../queue/enqueue'
import { loadRunDetail } from '../run-detail/get'
import { emit } from '../webhooks/emit'
import {
  findExamples,
  findLastVerdict,
  isRejected,
  loadFailureGroup,
  loadGroupHistory,
  loadNotes,
  loadTexts,
} from './rows'

export const getRunBrief = operation(runContract, (ctx, { runId }) => loadBrief(ctx, { run: runId }))
export const getGateBrief = operation(gateContract, (ctx, { gateId }) => loadBrief(ctx, { gate: gateId }))
export const getFailureGroupBrief = operation(groupContract, (ctx, { group }) =>
  loadBrief(ctx, { failureGroup: group }),
)
export const getBrief = operation(getContract, (ctx, named) => loadBrief(ctx, named))

/** Exactly one of the three is set. */
type BriefSubject = { run?: string | undefined; gate?: string | undefined; failureGroup?: string | undefined }

/** Builds the brief for whoever fixes the subject, as facts and as a document. @throws not_found */
async function loadBrief(ctx: ProjectContext, { run, gate, failureGroup = '' }: BriefSubject): Promise<Brief> {
  const timeZone = await loadTimeZone(ctx)
  const facts =
    run !== undefined
      ? await loadRunBrief(ctx, run)
      : gate !== undefined
        ? await loadGateBrief(ctx, gate)
        : await loadGroupBrief(ctx, failureGroup, timeZone)
  return { ...facts, markdown: briefMarkdown(facts, timeZone), filename: briefFilename(facts) }
}

async function loadRunBrief(ctx: ProjectContext, name: string): Promise<BriefFacts> {
  const detail = await loadRunDetail(ctx, name)
  // A brief with missing values would be mistaken for a run without them.
  if (detail.unread[0]) throw unreadable(detail.unread[0].why)
  const { run } = detail
  const attribution = await loadAttribution(ctx, run.id)
  const { slug } = ctx.project
  const links = [
    link('The run', runHref(slug, run.id)),
    link('Its version', versionHref(slug, run.chain, run.version)),
    ...detail.gates.slice(0, LINKED_GATES).map((gate) => link(`Gate: ${gate.title}`, gateHref(slug, gate.id))),
  ]
  return buildRunBrief({ detail, attribution, notes: await loadNotes(ctx, run.id), links })
}

async function loadGateBrief(ctx: ProjectContext, gateId: string): Promise<BriefFacts> {
  const detail = await loadGateDetail(ctx, gateId)
  const { gate, evidence } = detail
  const { slug } = ctx.project
  const run = gate.runId === null ? null : await loadRunBrief(ctx, gate.runId)
  const worst = run ? [] : prepareGateWorst(evidence)
  const texts = await loadTexts(
    ctx,
    worst.flatMap(({ runId, prior }) => [runId, ...(prior ? [prior.runId] : [])]),
  )
  const prior = evidence.prior?.version
  const links = [
    link('The gate', gateHref(slug, gate.id)),
    ...(run ? run.links.filter(({ label }) => !label.startsWith('Gate')) : []),
    ...(run ? [] : [link('The version', versionHref(slug, gate.chain, gate.version))]),
    ...(run || !prior
      ? []
      : [
          link(
            'Both versions compared',
            compareHref(slug, { chain: gate.chain, version: prior }, { chain: gate.chain, version: gate.version }),
          ),
        ]),
    ...worst.map(({ runId, scenario }) => link(`Run of ${scenario ?? 'no named scenario'}`, runHref(slug, runId))),
  ]
  return buildGateBrief({ detail, run, texts, links })
}

async function loadGroupBrief(ctx: ProjectContext, fingerprint: string, timeZone: string): Promise<BriefFacts> {
  const { group, members } = await loadFailureGroup(ctx, fingerprint)
  const examples = await findExamples(ctx, members)
  const { slug } = ctx.project
  // Runs pruned in the meantime leave the group without examples.
  const newest = examples[0] ? await loadRunBrief(ctx, examples[0].runId).catch(nullIfMissing) : null
  const links = [
    link('The failures', failureHref(slug, group.fingerprint)),
    link('Its runs', runsHref(slug, { fingerprint: group.fingerprint })),
    ...examples.map(({ runId, clientId }) => link(`Run ${clientId}`, runHref(slug, runId))),
  ]
  return buildFailureGroupBrief({
    ...{ group, examples, newest, links, timeZone },
    history: await loadGroupHistory(ctx, members),
  })
}

function nullIfMissing(error: unknown): null {
  if (error instanceof AppError && error.code === 'not_found') return null
  throw error
}

const LINKED_GATES = 3

const link = (label: string, path: string) => ({ label, url: deskUrl(path) })

const PATHS = { run: 'runs', gate: 'gates', failureGroup: 'failures' } as const

/**
 * Sends `brief.ready` or `brief.withdrawn` for a subject in its current state. Like any event it is sent at least once; a deleted subject is
 * skipped, and so is an event that a later verdict has overtaken.
 */
export async function emitBrief(
  db: Db,
  { projectId, kind, id, isWithdrawn = false }: BriefJob,
  clock: () => Date,
): Promise<void> {
  const ctx = await loadSystemContext(db, projectId, 'Briefs', clock)
  if (kind !== 'failureGroup' && isWithdrawn === (await isRejected(ctx, kind, id))) return
  const brief = await loadBrief(ctx, { [kind]: id }).catch(nullIfMissing)
  if (!brief) return
  const last = isWithdrawn && kind !== 'failureGroup' ? await findLastVerdict(ctx, kind, id) : null
  await inTransaction(ctx, (tx) =>
    last
      ? emit(tx, projectId, 'brief.withdrawn', withdrawalData(pathOf(brief), brief, last), clock())
      : emit(tx, projectId, 'brief.ready', briefData(pathOf(brief), brief), clock()),
  )
}

const pathOf = ({ subject: { kind, id } }: Brief) => `/${PATHS[kind]}/${encodeURIComponent(id)}`
