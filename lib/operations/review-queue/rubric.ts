import { v7 as uuid } from 'uuid'
import type { InputIssue } from '@/lib/contracts/input-issues'
import {
  getRubric as getContract,
  putRubric as putContract,
  type Rubric,
  type RubricAnswer,
  type RubricItem,
  rubricItems,
} from '@/lib/contracts/rubrics'
import type { Db, Tx } from '@/lib/db/client'
import { insertRows } from '@/lib/db/rows'
import { inTransaction } from '@/lib/db/transaction'
import { audit } from '../audit'
import { actorName } from '../context'
import { invalidInput } from '../errors'
import { announce } from '../live/changes'
import { operation } from '../operation'
import { assertExpected } from '../setting-versions'
import { loadChainId, lockChain } from '../versions/store'

export const getRubric = operation(getContract, async (ctx, { chain }) => {
  const projectId = ctx.project.id
  const chainId = await loadChainId(ctx.db, projectId, chain)
  return { rubric: await loadRubric(ctx.db, projectId, chainId) }
})

/** Stores the next version of a rubric. Refused if it was changed since `expected`. */
export const putRubric = operation(putContract, (ctx, { chain, items, expected }) =>
  inTransaction(ctx, async (tx) => {
    const projectId = ctx.project.id
    const chainId = await loadChainId(tx, projectId, chain)
    await lockChain(tx, projectId, chainId)
    const before = await loadRubric(tx, projectId, chainId)
    assertExpected({ ...before, number: before.version }, expected)
    const row = { projectId, chainId, version: before.version + 1, items, by: actorName(ctx.actor), at: ctx.now() }
    await tx.$executeRaw(insertRows('rubric', [row]))
    const after = await loadRubric(tx, projectId, chainId)
    await audit(tx, ctx, 'rubric.put', {
      subject: `chain:${chainId}`,
      before: { items: before.items },
      after: { items: after.items },
    })
    await announce(tx, { project: projectId, topic: 'review' })
    return { rubric: after }
  }),
)

/** The newest rubric of a chain; without items if none exists. */
export async function loadRubric(db: Db | Tx, projectId: string, chainId: string): Promise<Rubric> {
  const chain = await db.chain.findUniqueOrThrow({
    where: { projectId_id: { projectId, id: chainId } },
    select: { name: true },
  })
  const row = await db.rubric.findFirst({ where: { projectId, chainId }, orderBy: { version: 'desc' } })
  if (!row) return { chain: chain.name, version: 0, items: [], by: null, at: null }
  const { version, by, at } = row
  return { chain: chain.name, version, items: rubricItems.parse(row.items), by, at: at.toISOString() }
}

/** @throws invalid_input naming each invalid answer and each missing required answer */
export function checkAnswers(rubric: Rubric, answers: readonly RubricAnswer[], nodeIds: ReadonlySet<string>): void {
  const issues: InputIssue[] = answers.flatMap((answer, index) => {
    const item = rubric.items.find(({ key }) => key === answer.item)
    const message = item ? refusalOf(item, answer, nodeIds) : 'is not an item of the rubric: reload the run'
    return message === null ? [] : [{ path: `answers[${index}]`, message }]
  })
  const given = new Set(answers.map(({ item }) => item))
  for (const { key, label, required, of } of rubric.items)
    if (required && of === 'run' && !given.has(key))
      issues.push({ path: 'answers', message: `“${label}” needs an answer` })
  const places = answers.map(({ item, nodeId }) => `${item} ${nodeId}`)
  if (new Set(places).size < places.length) issues.push({ path: 'answers', message: 'answers one item twice' })
  if (issues.length > 0) throw invalidInput(issues)
}

function refusalOf(item: RubricItem, { value, nodeId }: RubricAnswer, nodeIds: ReadonlySet<string>): string | null {
  if (item.of === 'run' && nodeId !== null) return `“${item.label}” is asked of the run, not of a step`
  if (item.of === 'step' && (nodeId === null || !nodeIds.has(nodeId))) return `“${item.label}” needs a step of this run`
  switch (item.kind) {
    case 'scale':
      return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= (item.points ?? 0)
        ? null
        : `“${item.label}” takes a whole number from 1 to ${item.points}`
    case 'category':
      return item.options?.includes(String(value)) ? null : `“${item.label}” takes one of ${item.options?.join(', ')}`
    case 'boolean':
      return typeof value === 'boolean' ? null : `“${item.label}” takes true or false`
    case 'note':
      return typeof value === 'string' ? null : `“${item.label}” takes a text`
  }
}

type Given = { projectId: string; runId: string; chainId: string; decisionId: string; userId: string; at: Date }

/** Stores the answers to a rubric, in the version it was asked in. */
export async function insertAnswers(
  tx: Tx,
  { version }: Rubric,
  answers: readonly RubricAnswer[],
  given: Given,
): Promise<void> {
  const rows = answers.map((answer) => ({ ...given, ...answer, id: uuid(), rubricVersion: version }))
  if (rows.length > 0) await tx.$executeRaw(insertRows('rubricAnswer', rows))
}
