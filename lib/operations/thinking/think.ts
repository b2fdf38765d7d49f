import { v7 as uuid } from 'uuid'
import { thinkingTemplate } from '@/lib/contracts/thinking/templates'
import { sequentialThinkingQa as contract, type StepOutcome, type ThoughtInput } from '@/lib/contracts/thinking/think'
import type { Db, Tx } from '@/lib/db/client'
import { insertRows } from '@/lib/db/rows'
import { inTransaction } from '@/lib/db/transaction'
import { redactThought } from '@/lib/engine/redaction/redact-run'
import type { KnownThought } from '@/lib/engine/thinking/place-thought'
import type { Workflow } from '@/lib/engine/thinking/workflows'
import { loadEffectiveConfiguration } from '../configuration/levels'
import type { ProjectContext } from '../context'
import { askerOf, inEngine } from '../engine-pool/ask'
import { transactionTurns } from '../engine-pool/pool'
import { announce } from '../live/changes'
import { operation } from '../operation'
import { loadRedactor } from '../redaction/load-redactor'
import { lockOrMakeSession } from './store'

/** Answers one thought and stores it, both or neither. Thoughts of a session are processed one after the other. */
export const sequentialThinkingQa = operation(contract, (ctx, input) =>
  transactionTurns().run(askerOf(ctx), () =>
    inTransaction(ctx, async (tx) => {
      const redactor = await loadRedactor(tx, ctx.project.id)
      const kept = redactor ? redactThought(redactor, input) : input
      return think(tx, ctx, kept, input.session_id ?? uuid())
    }),
  ),
)

async function think(tx: Tx, ctx: ProjectContext, input: ThoughtInput, sessionId: string) {
  const projectId = ctx.project.id
  const session = await lockOrMakeSession(tx, ctx, sessionId)
  const { max_thoughts: maxThoughts } = (await loadEffectiveConfiguration(tx, projectId)).thinking
  const thoughts = await loadKnownThoughts(tx, projectId, sessionId)
  const soFar = {
    sessionId,
    thoughts,
    dropped: session.nextOrdinal - 1 - thoughts.length,
    maxThoughts,
    projectWorkflows: await loadProjectWorkflows(tx, projectId),
  }
  const { answer, place } = await inEngine(ctx, 'answer_thought', { input, session: soFar })
  const ordinal = session.nextOrdinal
  const row = {
    projectId,
    sessionId,
    ordinal,
    number: input.thought_number,
    branchId: place.branchId,
    input,
    result: answer,
    recordedAt: ctx.now(),
  }
  await tx.$executeRaw(insertRows('thought', [row]))
  await dropOldest(tx, projectId, sessionId, ordinal - maxThoughts)
  await tx.thinkingSession.update({
    where: { projectId_id: { projectId, id: sessionId } },
    data: {
      target: session.target ?? answer.verification_target,
      ...(answer.workflow !== null && { workflow: answer.workflow }),
      thoughts: answer.thought_history_length,
      branches: answer.branches.length,
      isFinished: !answer.next_thought_needed,
      nextOrdinal: ordinal + 1,
      updatedAt: ctx.now(),
    },
  })
  await announce(tx, { project: projectId, topic: 'thinking', id: sessionId })
  return answer
}

/** Deletes the thoughts that exceed the session's limit: all up to an ordinal. */
async function dropOldest(tx: Tx, projectId: string, sessionId: string, upTo: number): Promise<void> {
  if (upTo > 0) await tx.thought.deleteMany({ where: { projectId, sessionId, ordinal: { lte: upTo } } })
}

/** Loads the project's workflows, by name. */
async function loadProjectWorkflows(db: Db | Tx, projectId: string): Promise<Workflow[]> {
  const rows = await db.thinkingTemplate.findMany({ where: { projectId }, orderBy: { name: 'asc' } })
  return rows.map(({ name, template }) => ({ name, ...thinkingTemplate.parse(template) }))
}

type Row = Omit<KnownThought, 'origin' | 'tools'> & {
  fromNumber: number | null
  parentId: string | null
  tools: string[] | null
  outcome: StepOutcome | null
}

/** Loads what later thoughts need to know about the stored ones, in order of arrival. */
export async function loadKnownThoughts(db: Db | Tx, projectId: string, sessionId: string): Promise<KnownThought[]> {
  const rows = await db.$queryRaw<Row[]>`
    SELECT number, branch_id AS "branchId",
      (result->'branch'->>'branch_from_thought')::int AS "fromNumber", result->'branch'->>'parent_branch_id' AS "parentId",
      result->>'workflow' AS workflow, (result->'current_step'->>'step_number')::int AS step,
      input->>'step_outcome' AS outcome, result->>'verification_target' AS target,
      CASE WHEN input->>'step_outcome' IN ('success', 'failure') THEN
        jsonb_path_query_array(CASE WHEN input ? 'current_step' THEN input ELSE result END, '$.current_step.recommended_tools[*].tool_name')
      END AS tools
    FROM thought WHERE project_id = ${projectId}::uuid AND session_id = ${sessionId} ORDER BY ordinal`
  return rows.map(({ fromNumber, parentId, tools, ...row }) => ({
    ...row,
    origin: fromNumber === null ? null : { number: fromNumber, parentId },
    tools: tools ?? [],
  }))
}
