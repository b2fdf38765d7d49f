import { exportPreferences as contract, type Preference, type PreferenceExportInput } from '@/lib/contracts/run-export'
import type { Db } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { splitOf } from '@/lib/engine/dspy/examples'
import { type PairChoice, winnerOf } from '@/lib/engine/stats/pair-wins'
import { inWords } from '@/lib/ingest/json'
import { scopeRefusal } from '../authorize'
import { type ProjectContext, personOf } from '../context'
import { streamOperation } from '../operation'
import { fillPayloads } from '../payloads/fill'
import { refuseUnknownChains } from '../run-export/export-dspy'
import { answerStands } from '../runs/human-verdict'

/**
 * Streams the pairs that people decided as preferences, line by line: of each page only the ids are in memory, and the texts of one pair at a
 * time.
 */
export const exportPreferences = streamOperation(contract, async (ctx, input) => {
  await refuseUnknownChains(ctx, input.chain)
  return linesOf(ctx, input)
})

async function* linesOf(ctx: ProjectContext, input: PreferenceExportInput): AsyncGenerator<string, void, undefined> {
  for (let after: string | null = null; ; ) {
    const page: DecidedPair[] = await selectPage(ctx, input.chain, after)
    for (const pair of page) {
      const preference = await toPreference(ctx, pair, input)
      if (preference) yield JSON.stringify(preference)
    }
    after = page.at(-1)?.id ?? null
    if (after === null) return
  }
}

const PAGE = 200

type DecidedPair = {
  id: string
  scenario: string | null
  chain: string
  aRunId: string
  bRunId: string
  aVersion: string
  bVersion: string
  choices: PairChoice[]
}

/** Selects pairs with verdicts by id, without those whose verdicts the caller must not see yet. */
function selectPage(ctx: ProjectContext, chains: readonly string[] | undefined, after: string | null) {
  const projectId = ctx.project.id
  const ofChains = chains?.length ? Prisma.sql`AND c.name = ANY(${chains}::text[])` : Prisma.empty
  const next = after === null ? Prisma.empty : Prisma.sql`AND p.id > ${after}::uuid`
  return ctx.db.$queryRaw<DecidedPair[]>`
    SELECT p.id, p.scenario, c.name AS chain, p.a_run_id AS "aRunId", p.b_run_id AS "bRunId", a.version AS "aVersion",
      b.version AS "bVersion", array_agg(v.choice) AS choices
    FROM run_pair p
    JOIN pair_verdict v ON v.project_id = ${projectId}::uuid AND v.pair_id = p.id AND ${answerStands(projectId, 'v')}
    JOIN chain c ON c.project_id = ${projectId}::uuid AND c.id = p.chain_id
    JOIN chain_version a ON a.project_id = ${projectId}::uuid AND a.id = p.a_version_id
    JOIN chain_version b ON b.project_id = ${projectId}::uuid AND b.id = p.b_version_id
    WHERE p.project_id = ${projectId}::uuid ${ofChains} ${next} ${isShownTo(ctx)}
    GROUP BY p.id, p.scenario, c.name, p.a_run_id, p.b_run_id, a.version, b.version
    ORDER BY p.id LIMIT ${PAGE}`
}

/** Condition: the caller has no pair of the same versions left to answer, nor an answer that they may take back. */
function isShownTo({ actor, role, project }: ProjectContext): Prisma.Sql {
  const person = personOf(actor)
  if (!person || scopeRefusal(actor, role, 'decide')) return Prisma.empty
  return Prisma.sql`AND NOT EXISTS (
    SELECT 1 FROM run_pair o WHERE o.project_id = ${project.id}::uuid
      AND o.a_version_id = p.a_version_id AND o.b_version_id = p.b_version_id
      AND (p.a_version_id <> p.b_version_id OR (o.a_run_id = p.a_run_id AND o.b_run_id = p.b_run_id))
      AND NOT ${person.userId}::uuid = ANY(o.shown_to))`
}

/** Null for a pair without a better side, without two outputs, or whose runs were asked different things. */
async function toPreference(
  { db, project }: ProjectContext,
  pair: DecidedPair,
  { valShare, seed }: PreferenceExportInput,
): Promise<Preference | null> {
  const winner = winnerOf(pair.choices)
  if (winner === 'equal') return null
  const { aRunId, bRunId, aVersion, bVersion, chain, scenario, choices } = pair
  const sides = [
    { runId: aRunId, version: aVersion },
    { runId: bRunId, version: bVersion },
  ] as const
  const [chosen, rejected] = winner === 'a' ? sides : [sides[1], sides[0]]
  const texts = await loadTexts(db, project.id, [chosen.runId, rejected.runId])
  const [better, worse] = [texts.get(chosen.runId), texts.get(rejected.runId)]
  if (!better?.output || !worse?.output || better.request !== worse.request) return null
  return {
    prompt: better.request,
    chosen: better.output,
    rejected: worse.output,
    chain,
    scenario: scenario ?? '',
    chosen_version: chosen.version,
    rejected_version: rejected.version,
    chosen_run: chosen.runId,
    rejected_run: rejected.runId,
    verdicts: choices.length,
    agreeing: choices.filter((choice) => choice === winner).length,
    split: splitOf(scenario ?? pair.id, valShare, seed),
  }
}

async function loadTexts(db: Db, projectId: string, runIds: string[]) {
  const runs = await db.run.findMany({
    where: { projectId, id: { in: runIds } },
    select: { id: true, request: true, output: true },
  })
  await fillPayloads(db, projectId, { runs })
  return new Map(runs.map(({ id, request, output }) => [id, { request: asText(request), output: asText(output) }]))
}

/** Text as it is, anything else as JSON; empty for nothing. */
const asText = (value: unknown): string => (value === null || value === undefined ? '' : inWords(value))
