import { v7 as uuid } from 'uuid'
import { describe, expect, it, vi } from 'vitest'
import { getDb } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import { subscribe } from '../live/changes'
import { ingest, makeProject, runBody } from '../testing/factories'
import { untilLockIsWaitedFor } from '../testing/lock-waits'
import { PATIENCE } from '../testing/patience'
import { createProject, getProjectStatus, updateProject } from './projects'

const newSlug = () => `new-${uuid().slice(-12)}`

describe('projects', () => {
  it('make their creator an admin, audited', async () => {
    const viewer = await (await makeProject()).as('viewer')
    const slug = newSlug()
    const { project } = await createProject.run(viewer, { slug, name: 'New' })
    expect(project).toMatchObject({ slug, name: 'New', role: 'admin' })
    const { id } = await getDb().project.findUniqueOrThrow({ where: { slug } })
    expect(await getDb().auditEvent.findMany({ where: { projectId: id } })).toMatchObject([
      { action: 'project.create' },
    ])
  })

  it('are told to the pages that their creator has open in other projects, and to nobody else', async () => {
    const [mine, theirs] = [await makeProject(), await makeProject()]
    const viewer = await mine.as('viewer')
    const pages = [mine, theirs].map(({ project }) => ({ project: project.id, topics: [] as string[], isReady: false }))
    const ends = pages.map((page) =>
      subscribe({
        projectId: page.project,
        sinceMs: Date.now(),
        onReady: () => {
          page.isReady = true
        },
        onEvent: ({ topic }) => page.topics.push(topic),
        onLost: () => {},
      }),
    )
    await vi.waitFor(() => expect(pages.every(({ isReady }) => isReady)).toBe(true), PATIENCE)
    await createProject.run(viewer, { slug: newSlug(), name: 'New' })
    await vi.waitFor(() => expect(pages[0]?.topics).toEqual(['account']), PATIENCE)
    expect(pages[1]?.topics).toEqual([])
    for (const end of ends) end()
  })

  it('have a unique address, also when two are created concurrently', async () => {
    const slug = newSlug()
    const makers = [await (await makeProject()).as('viewer'), await (await makeProject()).as('viewer')]
    const results = await Promise.allSettled(makers.map((maker) => createProject.run(maker, { slug, name: 'New' })))
    expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(results.find((result) => result.status === 'rejected')?.reason).toMatchObject({
      code: 'conflict',
      issues: [{ path: 'slug' }],
    })
  })

  it.each(['Upper', '-dash', 'dash-', 'a b', '', 'x'.repeat(65), 'ü'])('reject the address %j', async (slug) => {
    const viewer = await (await makeProject()).as('viewer')
    await expect(createProject.run(viewer, { slug, name: 'New' })).rejects.toMatchObject({ code: 'invalid_input' })
  })

  it('cannot be created by keys', async () => {
    const { key } = await makeProject()
    await expect(createProject.run(key, { slug: newSlug(), name: 'New' })).rejects.toMatchObject({ code: 'forbidden' })
  })

  it('can be renamed by admins, with a valid time zone', async () => {
    const { as } = await makeProject()
    const admin = await as('admin')
    const { project } = await updateProject.run(admin, { name: 'Renamed', timeZone: 'Europe/Berlin' })
    expect(project).toMatchObject({ name: 'Renamed', timeZone: 'Europe/Berlin' })
    await expect(updateProject.run(admin, { timeZone: 'Mars/Olympus' })).rejects.toMatchObject({
      code: 'invalid_input',
    })
    await expect(updateProject.run(admin, { timeZone: '+05:00' })).rejects.toMatchObject({
      issues: [{ path: 'timeZone' }],
    })
    await expect(updateProject.run(await as('reviewer'), { name: 'Mine' })).rejects.toMatchObject({ code: 'forbidden' })
  })
})

describe('a change of a project that waits for another', () => {
  it('is audited with what the other left', async () => {
    const { as, project } = await makeProject()
    const admin = await as('admin')
    let waiting: Promise<unknown> = Promise.resolve()
    await inTransaction({ db: getDb() }, async (tx) => {
      await tx.project.update({ where: { id: project.id }, data: { name: 'First' } })
      waiting = updateProject.run(admin, { name: 'Second' })
      await untilLockIsWaitedFor(tx)
    })
    await waiting
    const where = { projectId: project.id, action: 'project.update' }
    expect(await getDb().auditEvent.findFirst({ where })).toMatchObject({
      before: { name: 'First' },
      after: { name: 'Second' },
    })
  })
})

describe('the status', () => {
  it('of an empty project has no run', async () => {
    const { key } = await makeProject()
    expect(await getProjectStatus.run(key, {})).toEqual({
      pendingGates: 0,
      nextDeadlineAt: null,
      reviews: 0,
      flaggedRuns: 0,
      deadLetters: 0,
      week: expect.stringMatching(/^\d{4}-W\d{2}$/),
      anyRun: false,
      latestRunId: null,
    })
  })

  it('names the newest run, of its own project only', async () => {
    const { key } = await makeProject()
    const ids = await ingest(key, [
      runBody({ id: 'old', startedAt: '2026-01-01T00:00:00Z' }),
      runBody({ id: 'new', startedAt: '2026-01-02T00:00:00Z' }),
    ])
    expect(await getProjectStatus.run(key, {})).toMatchObject({ anyRun: true, latestRunId: ids.get('new') })
    expect(await getProjectStatus.run((await makeProject()).key, {})).toMatchObject({ anyRun: false })
  })
})
