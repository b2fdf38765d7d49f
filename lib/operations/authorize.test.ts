import { describe, expect, it, vi } from 'vitest'
import type { Role } from '@/lib/contracts/projects'
import { getDb } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import { authorizeProject, findMembership } from './authorize'
import { personOf } from './context'
import { decideGate } from './gates/act'
import { updateMember } from './members/members'
import { makeProject } from './testing/factories'
import { untilLockIsWaitedFor } from './testing/lock-waits'
import { makeRegressedChain, see } from './testing/regressed-chain'

const setRole = (projectId: string, userId: string, role: Role) =>
  getDb().membership.update({ where: { projectId_userId: { projectId, userId } }, data: { role } })

describe('authorization inside a transaction', () => {
  it('rejects a decision when the role was downgraded after the request was admitted', async () => {
    const { project, reviewer, gateId } = await makeRegressedChain()
    const { evidenceDigest } = await see(reviewer, gateId)
    const userId = personOf(reviewer.actor)?.userId ?? ''
    const decide = await decideGate.admit(reviewer)
    await setRole(project.id, userId, 'viewer')
    const late = decide({ gateId, verdict: 'rejected', reason: 'The answers are empty.', evidenceDigest })
    await expect(late).rejects.toMatchObject({ code: 'forbidden' })
    expect(await getDb().decision.count({ where: { projectId: project.id } })).toBe(0)
  })

  it('reports the project as not found when the membership was removed', async () => {
    const { project, as } = await makeProject()
    const ctx = await authorizeProject(await as('admin'), 'admin')
    await getDb().membership.deleteMany({ where: { projectId: project.id } })
    await expect(inTransaction(ctx, async () => 'done')).rejects.toMatchObject({ code: 'not_found' })
  })

  it('locks the role from the check until the decision commits', async () => {
    const { project, as } = await makeProject()
    const [admin, reviewer] = [await as('admin'), await as('reviewer')]
    const userId = personOf(reviewer.actor)?.userId ?? ''
    const ctx = await authorizeProject(reviewer, 'decide')
    let changed: Promise<unknown> = Promise.resolve()
    const order: string[] = []
    await inTransaction(ctx, async (tx) => {
      changed = updateMember.run(admin, { userId, role: 'viewer' }).then(() => order.push('changed'))
      await untilLockIsWaitedFor(tx)
      order.push('decided')
    })
    await changed
    expect(order).toEqual(['decided', 'changed'])
    await expect(inTransaction(ctx, async () => 'done')).rejects.toMatchObject({ code: 'forbidden' })
    expect(await getDb().membership.count({ where: { projectId: project.id, role: 'viewer' } })).toBe(1)
  })
})

describe('the membership that a page has looked up', () => {
  it('is used by its operations, with the rules of their scopes', async () => {
    const { project, as } = await makeProject()
    const viewer = await as('viewer')
    const found = await findMembership(getDb(), project.slug, personOf(viewer.actor)?.userId ?? '')
    const look = vi.fn(async () => found)
    const page = { ...viewer, findMembership: look }
    expect(await authorizeProject(page, 'read')).toMatchObject({ project: { id: project.id }, role: 'viewer' })
    await expect(authorizeProject(page, 'decide')).rejects.toMatchObject({ code: 'forbidden' })
    await expect(authorizeProject({ ...page, findMembership: async () => null }, 'read')).rejects.toMatchObject({
      code: 'not_found',
    })
    expect(look).toHaveBeenCalledTimes(2)
  })

  it('is none for a stranger, and for a project that only admins still see', async () => {
    const { project, as } = await makeProject()
    const [admin, viewer] = [await as('admin'), await as('viewer')]
    const find = ({ actor }: typeof admin, slug: string) => findMembership(getDb(), slug, personOf(actor)?.userId ?? '')
    expect(await find(viewer, (await makeProject()).project.slug)).toBeNull()
    await getDb().project.update({ where: { id: project.id }, data: { deletesAt: new Date() } })
    expect(await find(viewer, project.slug)).toBeNull()
    expect(await find(admin, project.slug)).toMatchObject({ role: 'admin' })
  })
})
