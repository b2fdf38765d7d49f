import { v7 as uuid } from 'uuid'
import { describe, expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { verifyAudit } from '../audit-log/verify'
import { addComment } from '../comments/comments'
import { processDueGates, processGateDeadlines, timeOutGates } from '../gates/deadline'
import { openGate } from '../gates/open'
import { ingestRuns } from '../ingest/ingest-runs'
import { ingestSpans } from '../ingest/ingest-spans'
import { createKey, findKeyActor } from '../keys/keys'
import { readNotifications } from '../notifications/list'
import { listProjects } from '../projects/list'
import { getProjectStatus, updateProject } from '../projects/projects'
import { reviewRun } from '../reviews/review'
import { ingest, makeProject, runBody } from '../testing/factories'
import { deleteProject, removeProjects, restoreProject } from './delete-project'

const later = (days: number) => () => new Date(Date.now() + days * 86_400_000)

describe('deleting a project', () => {
  it('requires an admin to type its name', async () => {
    const { project, as } = await makeProject()
    const wrong = deleteProject.run(await as('admin'), { name: 'another' })
    await expect(wrong).rejects.toMatchObject({ code: 'invalid_input', issues: [{ path: 'name' }] })
    const reviewer = deleteProject.run(await as('reviewer'), { name: project.name })
    await expect(reviewer).rejects.toMatchObject({ code: 'forbidden' })
  })

  it('hides it and makes it read-only immediately, until an admin restores it', async () => {
    const { project, as } = await makeProject()
    const [admin, viewer] = [await as('admin'), await as('viewer')]
    const { secret } = await createKey.run(admin, { name: 'agent' })
    await deleteProject.run(admin, { name: project.name })
    const actor = await findKeyActor(secret)
    if (!actor) throw new Error('the key is gone')
    const key = { ...admin, actor }
    const refusal = { code: 'forbidden', message: expect.stringContaining('is scheduled for deletion on') }
    await expect(ingestRuns.run(key, runBody())).rejects.toMatchObject(refusal)
    await expect(ingestSpans(key, [])).rejects.toMatchObject(refusal)
    await expect(updateProject.run(admin, { name: 'other' })).rejects.toMatchObject(refusal)
    await expect(readNotifications.run(admin, { upTo: uuid() })).resolves.toEqual({ unread: 0 })
    await expect(getProjectStatus.run(viewer, {})).rejects.toMatchObject({ code: 'not_found' })
    expect((await listProjects.run(viewer, {})).projects).toEqual([])
    expect((await listProjects.run(admin, {})).projects).toMatchObject([{ deletesAt: expect.any(String) }])
    expect(await getProjectStatus.run(admin, {})).toMatchObject({ anyRun: false })

    await removeProjects(getDb(), later(6))
    await restoreProject.run(admin, {})
    await expect(getProjectStatus.run(viewer, {})).resolves.toBeTruthy()
    const again = { ...key, actor: (await findKeyActor(secret)) ?? actor }
    await expect(ingestRuns.run(again, runBody())).resolves.toBeTruthy()
  })

  it('lets the deadlines of its gates stand still until it is restored', async () => {
    const { project, key, as } = await makeProject()
    const admin = await as('admin')
    const ids = await ingest(key, [runBody({ id: 'asked' }), runBody({ id: 'other' })])
    const [runId, otherId] = [ids.get('asked') ?? '', ids.get('other') ?? '']
    const { gate } = await openGate.run(admin, { runId, question: 'Good?', deadlineHours: 48 })
    const closed = (await openGate.run(admin, { runId: otherId, question: 'Good?' })).gate
    await timeOutGates(getDb(), [{ projectId: project.id, id: closed.id }], new Date(closed.deadlineAt))
    const nothingWaits = { pendingGates: 0, nextDeadlineAt: null, reviews: 0, deadLetters: 0 }
    expect(await getProjectStatus.run(admin, {})).toMatchObject({ pendingGates: 1, nextDeadlineAt: gate.deadlineAt })
    await deleteProject.run(admin, { name: project.name })
    expect(await getProjectStatus.run(admin, {})).toMatchObject(nothingWaits)
    const read = (id = gate.id) =>
      getDb().gate.findUniqueOrThrow({ where: { projectId_id: { projectId: project.id, id } } })
    const item = { projectId: project.id, id: gate.id }
    const told = await getDb().notification.count({ where: { projectId: project.id } })
    await processDueGates(getDb(), later(3)())
    await processGateDeadlines(getDb(), [item], later(3)())
    expect(await read()).toMatchObject({ state: 'pending', warnedAt: null })
    expect(await getDb().notification.count({ where: { projectId: project.id } })).toBe(told)

    await restoreProject.run({ ...admin, now: later(3) }, {})
    const { deadlineAt, warnAt } = await read()
    const movedMs = deadlineAt.getTime() - Date.parse(gate.deadlineAt)
    expect(movedMs / 3_600_000).toBeCloseTo(72, 1)
    expect(deadlineAt.getTime() - warnAt.getTime()).toBe(12 * 3_600_000)
    const [job] = await getDb().$queryRaw<{ at: Date }[]>`
      SELECT max(start_after) AS at FROM pgboss.job WHERE data->>'id' = ${gate.id}`
    expect(job).toEqual({ at: deadlineAt })
    expect((await read(closed.id)).deadlineAt.toISOString()).toBe(closed.deadlineAt)
    await processGateDeadlines(getDb(), [item], later(4)())
    expect((await read()).state).toBe('pending')
    await processGateDeadlines(getDb(), [item], later(5.1)())
    expect((await read()).state).toBe('timed_out')
  })

  it('can be undone to the last moment, also by an instance whose clock is behind that of the one removing', async () => {
    const { key, project, as } = await makeProject()
    const admin = await as('admin')
    await ingest(key, [runBody()])
    const due = Date.parse((await deleteProject.run(admin, { name: project.name })).deletesAt)
    await removeProjects(getDb(), () => new Date(due + 5 * 60_000))
    await restoreProject.run({ ...admin, now: () => new Date(due - 1000) }, {})
    expect(await getDb().run.count({ where: { projectId: project.id } })).toBe(1)
    expect(await getDb().membership.count({ where: { projectId: project.id } })).toBe(1)
  })

  it('removes everything but the trail of who did what after seven days, and nothing of another project', async () => {
    const [{ key, project, as }, other] = [await makeProject(), await makeProject()]
    const admin = await as('admin', 'Ada')
    const ids = await ingest(key, [
      runBody({
        id: 'run-1',
        request: 'Xyzzy',
        status: 'failed',
        nodes: [{ id: 'a', status: 'failed', error: 'Xyzzy' }],
      }),
    ])
    await ingest(other.key, [runBody()])
    const runId = ids.get('run-1') ?? ''
    await reviewRun.run(admin, { runId, verdict: 'reject', reason: 'Xyzzy' })
    await addComment.run(admin, { runId, body: 'Xyzzy' })
    await deleteProject.run(admin, { name: project.name })
    await removeProjects(getDb(), later(8))
    await removeProjects(getDb(), later(8))
    const where = { projectId: project.id }
    expect(await getDb().run.count({ where })).toBe(0)
    expect(await getDb().decision.count({ where })).toBe(0)
    expect(await getDb().membership.count({ where })).toBe(0)
    expect(await getDb().project.findUnique({ where: { id: project.id } })).toMatchObject({
      name: 'Deleted project',
      removedAt: expect.any(Date),
    })
    const events = await getDb().auditEvent.findMany({ where, orderBy: { seq: 'asc' } })
    expect(JSON.stringify(events)).not.toContain('Xyzzy')
    expect(events.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['run.comment', 'project.deletion_asked', 'project.removed']),
    )
    const reader = { ...key, actor: { kind: 'key', keyId: uuid(), name: 'k', scopes: ['read'], project } as const }
    expect(await verifyAudit.run(reader, {})).toMatchObject({ ok: true })
    expect(await getDb().run.count({ where: { projectId: other.project.id } })).toBe(1)
  })
})
