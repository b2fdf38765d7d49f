import { v7 as uuid } from 'uuid'
import { isDecidedByPerson } from '@/lib/contracts/evaluators'
import { getRunScenario as getContract, keepScenario as keepContract } from '@/lib/contracts/kept-scenarios'
import type { Db, Tx } from '@/lib/db/client'
import type { KeptScenario, Run } from '@/lib/db/generated/client'
import { insertRows } from '@/lib/db/rows'
import { inTransaction } from '@/lib/db/transaction'
import { requestExcerpt } from '@/lib/presentation/briefs/run-brief'
import { readConversation } from '@/lib/presentation/transcript/turns'
import { audit } from '../audit'
import { type ProjectContext, personOf } from '../context'
import { AppError, notFound } from '../errors'
import { announce } from '../live/changes'
import { operation } from '../operation'
import { fillPayloads } from '../payloads/fill'
import { lockRun } from '../runs/lock'
import { lockChain } from '../versions/store'
import { faultsOf, joinFaults, loadTriedRuns } from './faults'
import { coverKept, findJudged, KEPT_MAX, listKeptViews, readFaults, requestHash } from './store'

/**
 * Keeps a reviewed run's request as a scenario of its chain; an existing one is revived and gets the run's faults added. One whose verdict
 * was taken back is from this run from then on.
 */
export const keepScenario = operation(keepContract, async (ctx, { runId, name, expected }) => {
  const person = personOf(ctx.actor)
  if (!person) throw new AppError('forbidden', 'only a person can keep a scenario')
  const projectId = ctx.project.id
  return inTransaction(ctx, async (tx) => {
    const { chainId } = await loadRun(tx, projectId, runId)
    // Two people who keep the same request at the same time create one scenario. Before the run, as by whoever decides a gate.
    await lockChain(tx, projectId, chainId)
    await lockRun(tx, projectId, runId)
    const run = await loadRun(tx, projectId, runId)
    if (run.chainId !== chainId)
      throw new AppError('conflict', 'this run has become one of another chain meanwhile: keep it again')
    const known = await findKept(tx, run)
    const isJudged = known !== null && (await findJudged(tx, projectId, [known])).has(known.runId)
    const refusal = await refusalOf(tx, run, known, isJudged)
    if (refusal !== null) throw new AppError('conflict', refusal)
    const [tried] = await loadTriedRuns(tx, projectId, [runId])
    const faults = tried ? faultsOf(tried, known?.expected ?? expected) : []
    const { row, outcome } = known
      ? await reviveKept(tx, known, faults, isJudged ? null : { run, person })
      : await insertKept(tx, ctx, run, { name, expected, faults, person })
    if (outcome !== 'known')
      await audit(tx, ctx, 'scenario.kept', {
        subject: `scenario:${row.id}`,
        after: {
          name: row.name,
          runId,
          expected: row.expected,
        },
      })
    await announce(tx, { project: projectId, topic: 'chains' }, { project: projectId, topic: 'run', id: runId })
    const [scenario] = await listKeptViews(tx, projectId, [row])
    if (!scenario) throw notFound('scenario')
    return { scenario, outcome }
  })
})

/** Returns the kept scenario of a run's request, or the reason why the run cannot be kept. */
export const getRunScenario = operation(getContract, async (ctx, { runId }) => {
  const run = await loadRun(ctx.db, ctx.project.id, runId)
  const known = await findKept(ctx.db, run)
  const [scenario = null] = known ? await coverKept(ctx, await listKeptViews(ctx.db, ctx.project.id, [known])) : []
  const refusal = await refusalOf(ctx.db, run, known, scenario?.takenBack === false)
  return { scenario, refusal, suggestedName: nameOf(run) }
})

type KeptRun = Pick<Run, 'projectId' | 'id' | 'chainId' | 'versionId' | 'scenario' | 'request'>

async function loadRun(db: Db | Tx, projectId: string, runId: string): Promise<KeptRun> {
  const run = await db.run.findUnique({
    where: { projectId_id: { projectId, id: runId } },
    select: { projectId: true, id: true, chainId: true, versionId: true, scenario: true, request: true },
  })
  if (!run) throw notFound('run')
  await fillPayloads(db, projectId, { runs: [run] })
  return run
}

async function findKept(db: Db | Tx, { projectId, chainId, request }: KeptRun): Promise<KeptScenario | null> {
  if (request === null) return null
  return db.keptScenario.findUnique({
    where: { projectId_chainId_requestHash: { projectId, chainId, requestHash: requestHash(request) } },
  })
}

/** The request is copied into every trial, so longer ones are refused. */
const REQUEST_CHARS = 1_000_000

/** Returns the reason why a run cannot be kept, or null if it can, or its request is in use. */
async function refusalOf(
  db: Db | Tx,
  { projectId, id, chainId, request }: KeptRun,
  known: KeptScenario | null,
  isJudged: boolean,
): Promise<string | null> {
  const isKept = known !== null && known.retiredAt === null
  if (isKept && isJudged) return null
  if (request === null) return 'This run did not say what it was asked: there is nothing to run again.'
  if (JSON.stringify(request).length > REQUEST_CHARS)
    return 'Its request is longer than a million characters: too long to be run with every version.'
  const summary = await db.runSummary.findUnique({
    where: { projectId_id: { projectId, id } },
    select: { humanOrigin: true },
  })
  if (!isDecidedByPerson(summary?.humanOrigin ?? null)) return 'Nobody has reviewed this run: give your verdict first.'
  if (isKept) return null
  const kept = await db.keptScenario.count({ where: { projectId, chainId, retiredAt: null } })
  return kept >= KEPT_MAX ? `${KEPT_MAX} scenarios of this chain are kept already: retire one first.` : null
}

/** @param from the run that it is from now, if nobody stands by the verdict on the one before, with who keeps it */
async function reviveKept(
  tx: Tx,
  known: KeptScenario,
  faults: ReturnType<typeof faultsOf>,
  from: { run: KeptRun; person: Person } | null,
) {
  const { projectId, chainId, id } = known
  const origin = from && {
    ...{ runId: from.run.id, versionId: from.run.versionId, faults },
    ...{ userId: from.person.userId, by: from.person.name },
  }
  const row = await tx.keptScenario.update({
    where: { projectId_chainId_id: { projectId, chainId, id } },
    data: { retiredAt: null, retiredBy: null, ...(origin ?? { faults: joinFaults(readFaults(known.faults), faults) }) },
  })
  return { row, outcome: known.retiredAt === null && !from ? ('known' as const) : ('revived' as const) }
}

type Person = { userId: string; name: string }

type NewScenario = {
  name: string | undefined
  expected: number
  faults: ReturnType<typeof faultsOf>
  person: Person
}

async function insertKept(tx: Tx, ctx: ProjectContext, run: KeptRun, { name, expected, faults, person }: NewScenario) {
  const { projectId, chainId, versionId, request } = run
  const shown = name ?? nameOf(run)
  const row = {
    projectId,
    chainId,
    id: uuid(),
    scenario: await freeScenario(tx, run, run.scenario ?? shown),
    name: shown,
    request,
    requestHash: requestHash(request),
    expected,
    faults,
    runId: run.id,
    versionId,
    userId: person.userId,
    by: person.name,
    keptAt: ctx.now(),
    retiredAt: null,
    retiredBy: null,
  }
  await tx.$executeRaw(insertRows('keptScenario', [row]))
  return { row, outcome: 'kept' as const }
}

/** Returns the run's own scenario name, so that its runs pair up; numbered if another request has that name. */
async function freeScenario(tx: Tx, { projectId, chainId }: KeptRun, wanted: string): Promise<string> {
  const taken = await tx.keptScenario.findMany({ where: { projectId, chainId }, select: { scenario: true } })
  const names = new Set(taken.map(({ scenario }) => scenario))
  const numbered = (place: number) => (place === 1 ? wanted : `${wanted.slice(0, 190)} ${place}`)
  let place = 1
  while (names.has(numbered(place))) place += 1
  return numbered(place)
}

const NAME_LENGTH = 60

/** Returns the default name of a request: its scenario, else its first words. */
function nameOf({ scenario, request }: KeptRun): string {
  if (scenario !== null) return scenario
  // All requests of an agent begin with the same instructions.
  const asked = readConversation(request)?.find(({ role, text }) => /^user$/i.test(role) && text?.trim())?.text
  const text = asked ?? requestExcerpt(request ?? undefined, 2000)?.text ?? ''
  const line = text
    .slice(0, 2000)
    .replace(/^user: /i, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
  if (line.length <= NAME_LENGTH) return line || 'unnamed'
  return `${line
    .slice(0, NAME_LENGTH)
    .replace(/\s+\S*$/, '')
    .toWellFormed()}…`
}
