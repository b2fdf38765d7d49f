import { describe, expect, it } from 'vitest'
import { setAuthorities, updateChain } from '../chains/update'
import type { Context } from '../context'
import { deleteProject } from '../erasure/delete-project'
import { ingest, makeProject, runBody } from '../testing/factories'
import { badRuns, goodRuns, makeRegressedChain, type RegressedChain, see } from '../testing/regressed-chain'
import { assignGate, decideGate, escalateGate, extendGate, undoGate } from './act'
import { timeOutGate } from './deadline'

const HOUR_MS = 3_600_000
const userIdOf = ({ actor }: Context) => (actor.kind === 'user' ? actor.userId : '')
const later = (person: Context, hours: number): Context => {
  const now = new Date(Date.now() + hours * HOUR_MS)
  return { ...person, now: () => now }
}

/** The message of a refused attempt, or null when it succeeded. */
const refusalOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => null,
    (error: Error) => error.message,
  )

type Act = 'mayDecide' | 'mayExtend' | 'mayMove' | 'mayUndo'

/**
 * Tries each action that the page offers, with all its required fields; `acts` goes from the smallest effect on the gate to the
 * largest.
 */
async function tryAll(
  person: Context,
  gateId: string,
  acts: readonly Act[],
): Promise<Partial<Record<Act, string | null>>> {
  const { evidenceDigest, latestDeadlineAt } = await see(person, gateId)
  const reason = 'looked at it'
  const tries: Record<Act, () => Promise<unknown>> = {
    mayMove: () => assignGate.run(person, { gateId, userId: null }),
    mayExtend: () => extendGate.run(person, { gateId, deadlineAt: latestDeadlineAt, reason }),
    mayUndo: () => undoGate.run(person, { gateId, reason }),
    mayDecide: () => decideGate.run(person, { gateId, verdict: 'approved', evidenceDigest, reason }),
  }
  const answers: Partial<Record<Act, string | null>> = {}
  for (const act of acts) answers[act] = await refusalOf(tries[act]())
  return answers
}

/** Asserts that the page shows the same reasons as the attempts are refused with; returns them. */
async function compare(
  person: Context,
  gateId: string,
  acts: readonly Act[] = ['mayMove', 'mayUndo', 'mayExtend', 'mayDecide'],
) {
  const reasons: Partial<Record<Act, string | null>> = {}
  for (const act of acts) {
    const permission = (await see(person, gateId))[act]
    expect(permission.allowed).toBe(permission.why === null)
    reasons[act] = permission.why
    expect(await tryAll(person, gateId, [act])).toEqual({ [act]: permission.why })
  }
  return reasons
}

async function decide({ reviewer, gateId }: RegressedChain, verdict: 'approved' | 'rejected' = 'rejected') {
  const { evidenceDigest } = await see(reviewer, gateId)
  return decideGate.run(reviewer, { gateId, verdict, evidenceDigest, reason: 'looked at it' })
}

describe('a page shows the reason an attempt would be refused with', () => {
  it('for a role and a key without the right to decide', async () => {
    const chain = await makeRegressedChain()
    const asViewer = await compare(await chain.as('viewer'), chain.gateId)
    expect(new Set(Object.values(asViewer))).toEqual(
      new Set(['As a viewer you can read this. A reviewer or an admin decides.']),
    )
    const asKey = await compare(chain.key, chain.gateId)
    expect(new Set(Object.values(asKey))).toEqual(
      new Set(['Agents and API keys never decide: a person does, in the browser.']),
    )
  })

  it('in a project that is scheduled for deletion', async () => {
    const chain = await makeRegressedChain()
    const admin = await chain.as('admin')
    await deleteProject.run(admin, { name: chain.project.name })
    const why = expect.stringMatching(
      /scheduled for deletion .* An admin can keep it, at the top of each of its pages\.$/,
    )
    expect(await compare(admin, chain.gateId)).toEqual({ mayMove: why, mayUndo: why, mayExtend: why, mayDecide: why })
  })

  it('for the author of a version', async () => {
    const chain = await makeRegressedChain()
    await chain.key.db.chainVersion.updateMany({
      where: { projectId: chain.project.id, version: '1.0.1' },
      data: { authorId: userIdOf(chain.reviewer) },
    })
    expect(await compare(chain.reviewer, chain.gateId)).toEqual({
      mayMove: null,
      mayUndo: 'Nothing is decided yet.',
      mayExtend: 'You published 1.0.1, so someone else decides on it.',
      mayDecide: 'You published 1.0.1, so someone else decides on it.',
    })
  })

  it('for a person who is not listed, and when everyone listed has left', async () => {
    const chain = await makeRegressedChain()
    const admin = await chain.as('admin', 'Ada')
    await setAuthorities.run(admin, { chain: 'answers', userIds: [userIdOf(admin)], expected: 0 })
    const why = 'This chain lists who decides: Ada.'
    expect(await compare(chain.reviewer, chain.gateId)).toMatchObject({ mayExtend: why, mayDecide: why, mayMove: null })
    await chain.key.db.membership.deleteMany({ where: { projectId: chain.project.id, userId: userIdOf(admin) } })
    const nobody = await compare(chain.reviewer, chain.gateId)
    expect(nobody.mayDecide).toMatch(/^Nobody who is listed/)
  })

  it('for a person who has approved while the quorum is not reached', async () => {
    const test = await makeProject()
    const admin = await test.as('admin', 'Ada')
    await ingest(test.key, goodRuns())
    await updateChain.run(admin, { chain: 'answers', gateQuorum: 2 })
    await ingest(test.key, badRuns())
    const { id } = await test.key.db.gate.findFirstOrThrow({ where: { projectId: test.project.id } })
    const { evidenceDigest } = await see(admin, id)
    await decideGate.run(admin, { gateId: id, verdict: 'approved', evidenceDigest, reason: 'seen' })
    const reasons = await compare(admin, id)
    expect(reasons.mayDecide).toBe('You approved it. It needs 1 more approval, from someone else.')
    expect(reasons.mayExtend).toBeNull()
  })

  it('for a gate that was decided, was undone, or has a newer version on top', async () => {
    const chain = await makeRegressedChain()
    await decide(chain)
    const decided = await compare(chain.reviewer, chain.gateId)
    expect(decided.mayDecide).toMatch(/^This gate is closed: Rita rejected it at /)
    expect(decided).toMatchObject({ mayMove: decided.mayDecide, mayExtend: decided.mayDecide, mayUndo: null })
    expect((await compare(chain.reviewer, chain.gateId)).mayUndo).toBe('The decision was taken back already.')
    const other = await makeRegressedChain()
    await decide(other)
    await ingest(other.key, [runBody({ version: '1.0.2' })])
    expect((await compare(other.reviewer, other.gateId)).mayUndo).toMatch(/^1\.0\.2 was published on top/)
  })

  it('for a passed deadline, before and after the gate is timed out', async () => {
    const chain = await makeRegressedChain()
    const late = later(chain.reviewer, 25)
    const { gate } = await see(late, chain.gateId)
    const why = `The deadline passed at ${gate.deadlineAt}; nothing was approved.`
    const reasons = { mayMove: why, mayExtend: why, mayDecide: why }
    expect(await compare(late, chain.gateId)).toEqual({ ...reasons, mayUndo: 'Nothing is decided yet.' })
    await timeOutGate(chain.key.db, { projectId: chain.project.id, id: chain.gateId }, late.now())
    expect(await compare(late, chain.gateId)).toMatchObject({
      ...reasons,
      mayUndo: 'A time-out cannot be undone; open a fresh gate instead.',
    })
  })

  it('for a deadline that cannot be extended further', async () => {
    const chain = await makeRegressedChain()
    const opened = Date.parse((await see(chain.reviewer, chain.gateId)).gate.openedAt)
    await chain.key.db.gate.updateMany({
      where: { projectId: chain.project.id, id: chain.gateId },
      data: { deadlineAt: new Date(opened + 90 * 24 * HOUR_MS) },
    })
    const reasons = await compare(chain.reviewer, chain.gateId, ['mayExtend'])
    expect(reasons.mayExtend).toContain('90 days after it was opened')
  })
})

it('an escalation requires the same right as an assignment', async () => {
  const chain = await makeRegressedChain()
  await decide(chain)
  const why = (await see(chain.reviewer, chain.gateId)).mayMove.why
  const escalate = escalateGate.run(chain.reviewer, { gateId: chain.gateId, to: 'admins', reason: 'away' })
  expect(await refusalOf(escalate)).toBe(why)
})
