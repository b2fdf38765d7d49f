import { type GivenAnswer, type RubricItem, rubricAnswer, rubricItems } from '@/lib/contracts/rubrics'
import type { Db, Tx } from '@/lib/db/client'

/** Returns the rubric answers that were given with decisions on a run, by decision, with the questions as they were asked. */
export async function findAnswers(
  db: Db | Tx,
  projectId: string,
  runId: string,
  decisionIds: readonly string[],
): Promise<Map<string, GivenAnswer[]>> {
  if (decisionIds.length === 0) return new Map()
  const rows = await db.rubricAnswer.findMany({
    where: { projectId, runId, decisionId: { in: [...decisionIds] } },
    orderBy: { id: 'asc' },
  })
  const [first] = rows
  const questionOf = first ? await loadQuestions(db, projectId, first.chainId) : () => null
  const given = rows.map(({ decisionId, rubricVersion, item, nodeId, value }) => {
    const question = questionOf(rubricVersion, item)
    const { label = item, points = null } = question ?? {}
    return { decisionId, answer: { ...rubricAnswer.parse({ item, nodeId, value }), label, points } }
  })
  const byDecision = Map.groupBy(given, ({ decisionId }) => decisionId)
  return new Map([...byDecision].map(([decisionId, all]) => [decisionId, all.map(({ answer }) => answer)]))
}

type QuestionOf = (version: number, key: string) => RubricItem | null

/** Returns a lookup of the questions of a chain in every version of its rubric. */
export async function loadQuestions(db: Db | Tx, projectId: string, chainId: string): Promise<QuestionOf> {
  const rubrics = await db.rubric.findMany({ where: { projectId, chainId }, select: { version: true, items: true } })
  const byVersion = new Map(rubrics.map(({ version, items }) => [version, rubricItems.parse(items)]))
  return (version, key) => byVersion.get(version)?.find((item) => item.key === key) ?? null
}
