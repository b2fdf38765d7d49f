import { describe, expect, it, vi } from 'vitest'
import type { LiveEvent } from '@/lib/contracts/live-events'
import { getDb } from '@/lib/db/client'
import { makeProject } from '../testing/factories'
import { PATIENCE } from '../testing/patience'
import { announce } from './announce'
import { SKEW_MS, subscribe } from './listen'

function listen(projectId: string, sinceMs = 0) {
  const heard: LiveEvent[] = []
  const ready: boolean[] = []
  const state = { isLost: false }
  const stop = subscribe({
    projectId,
    sinceMs,
    onReady: (isComplete) => ready.push(isComplete),
    onEvent: (event) => heard.push(event),
    onLost: () => {
      state.isLost = true
    },
  })
  return { heard, ready, state, stop }
}

const tell = (project: string, id: string) => getDb().$transaction((tx) => announce(tx, { project, topic: 'run', id }))

describe('subscribe', () => {
  it('receives events of its project from other connections, and no others', async () => {
    const [mine, theirs] = [(await makeProject()).project.id, (await makeProject()).project.id]
    const ear = listen(mine)
    await vi.waitFor(() => expect(ear.ready).toHaveLength(1), PATIENCE)
    await tell(theirs, 'theirs')
    await tell(mine, 'mine')
    await vi.waitFor(() => expect(ear.heard).toEqual([{ project: mine, topic: 'run', id: 'mine' }]), PATIENCE)
    ear.stop()
  })

  it('receives nothing from a transaction that was rolled back', async () => {
    const { id } = (await makeProject()).project
    const ear = listen(id)
    await vi.waitFor(() => expect(ear.ready).toHaveLength(1), PATIENCE)
    const rolledBack = getDb().$transaction(async (tx) => {
      await announce(tx, { project: id, topic: 'run', id: 'never' })
      throw new Error('rolled back')
    })
    await rolledBack.catch(() => {})
    await tell(id, 'after')
    await vi.waitFor(() => expect(ear.heard.map((event) => event.id)).toEqual(['after']), PATIENCE)
    ear.stop()
  })

  it('replays events from between the page load and the connection', async () => {
    const { id } = (await makeProject()).project
    const first = listen(id)
    await vi.waitFor(() => expect(first.ready).toHaveLength(1), PATIENCE)
    const shownAtMs = Date.now()
    await tell(id, 'missed')
    await vi.waitFor(() => expect(first.heard).toHaveLength(1), PATIENCE)
    const late = listen(id, shownAtMs + SKEW_MS)
    expect(late.heard.map((event) => event.id)).toEqual(['missed'])
    first.stop()
    late.stop()
  })

  it('reports a broken connection and reconnects', async () => {
    const { id } = (await makeProject()).project
    const ear = listen(id)
    await vi.waitFor(() => expect(ear.ready).toHaveLength(1), PATIENCE)
    await getDb()
      .$executeRaw`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'veritas-live' AND datname = current_database()`
    await vi.waitFor(() => expect(ear.state.isLost).toBe(true), PATIENCE)
    await vi.waitFor(() => expect(ear.ready).toHaveLength(2), PATIENCE)
    expect(ear.ready[1]).toBe(false)
    await tell(id, 'again')
    await vi.waitFor(() => expect(ear.heard.map((event) => event.id)).toEqual(['again']), PATIENCE)
    ear.stop()
  })
})
