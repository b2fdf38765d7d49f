import type { StepOutcome } from '@/lib/contracts/thinking/sequential-thinking-qa'
import type { Db, Tx } from '@/lib/db/client'
import type { KnownThought } from '@/lib/engine/thinking/thought-line'

type Row = Omit<KnownThought, 'origin' | 'tools'> & {
  fromNumber: number | null
  parentId: string | null
  tools: string[] | null
  outcome: StepOutcome | null
}

/** What later thoughts need to know of those a session keeps, in order of arrival. */
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
