import { getEventListeners } from 'node:events'
import { Client } from 'pg'
import { describe, expect, it, vi } from 'vitest'
import type { LiveEvent } from '@/lib/contracts/live-events'
import { getDb } from '@/lib/db/client'
import { getDatabaseUrl } from '@/lib/env'
import { processWide, setProcessWide } from '@/lib/process-wide'
import { shutdownSignal } from '../shutdown'
import { makeProject } from '../testing/factories'
import { PATIENCE } from '../testing/patience'
import { announce, listenOn, replayFrom, subscribe, thisMoment } from './changes'

function listen(projectId: string, sinceMs = 0) {
  const received: LiveEvent[] = []
  const ready: boolean[] = []
  const state = { isLost: false }
  const stop = subscribe({
    projectId,
    sinceMs,
    onReady: (isComplete) => ready.push(isComplete),
    onEvent: (event) => received.push(event),
    onLost: () => {
      state.isLost = true
    },
  })
  return { received, ready, state, stop }
}

const tell = (project: string, id: string) => getDb().$transaction((tx) => announce(tx, { project, topic: 'run', id }))

describe('subscribe', () => {
  it('receives events of its project from other connections, and no others', async () => {
    const [mine, theirs] = [(await makeProject()).project.id, (await makeProject()).project.id]
    const listener = listen(mine)
    await vi.waitFor(() => expect(listener.ready).toHaveLength(1), PATIENCE)
    await tell(theirs, 'theirs')
    await tell(mine, 'mine')
    await vi.waitFor(() => expect(listener.received).toEqual([{ project: mine, topic: 'run', id: 'mine' }]), PATIENCE)
    listener.stop()
  })

  it('receives nothing from a transaction that was rolled back', async () => {
    const { id } = (await makeProject()).project
    const listener = listen(id)
    await vi.waitFor(() => expect(listener.ready).toHaveLength(1), PATIENCE)
    const rolledBack = getDb().$transaction(async (tx) => {
      await announce(tx, { project: id, topic: 'run', id: 'never' })
      throw new Error('rolled back')
    })
    await rolledBack.catch(() => {})
    await tell(id, 'after')
    await vi.waitFor(() => expect(listener.received.map((event) => event.id)).toEqual(['after']), PATIENCE)
    listener.stop()
  })

  it('replays events from between the page load and the connection', async () => {
    const { id } = (await makeProject()).project
    const first = listen(id)
    await vi.waitFor(() => expect(first.ready).toHaveLength(1), PATIENCE)
    const shown = thisMoment()
    await tell(id, 'missed')
    await vi.waitFor(() => expect(first.received).toHaveLength(1), PATIENCE)
    const late = listen(id, replayFrom(shown))
    expect(late.received.map((event) => event.id)).toEqual(['missed'])
    first.stop()
    late.stop()
  })

  it('reports a broken connection and reconnects', async () => {
    const { id } = (await makeProject()).project
    const listener = listen(id)
    await vi.waitFor(() => expect(listener.ready).toHaveLength(1), PATIENCE)
    await getDb()
      .$executeRaw`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'veritas-live' AND datname = current_database()`
    await vi.waitFor(() => expect(listener.state.isLost).toBe(true), PATIENCE)
    await vi.waitFor(() => expect(listener.ready).toHaveLength(2), PATIENCE)
    expect(listener.ready[1]).toBe(false)
    // However often the connection breaks, no more of it is left than of the first.
    expect(getEventListeners(shutdownSignal(), 'abort').filter(({ name }) => name === 'endLiveUpdates')).toHaveLength(1)
    await tell(id, 'again')
    await vi.waitFor(() => expect(listener.received.map((event) => event.id)).toEqual(['again']), PATIENCE)
    listener.stop()
  })
})

it('a process that stops while it reconnects listens no more', async () => {
  const running = () => processWide<{ isRunning: boolean }>('veritasLive', () => ({ isRunning: true }))
  const [live, shutdown, stop] = [running(), shutdownSignal(), new AbortController()]
  setProcessWide('veritasLive', undefined)
  setProcessWide('veritasShutdown', stop.signal)
  try {
    const listener = listen((await makeProject()).project.id)
    await vi.waitFor(() => expect(listener.ready).toHaveLength(1), PATIENCE)
    await getDb()
      .$executeRaw`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'veritas-live' AND datname = current_database()`
    await vi.waitFor(() => expect(listener.state.isLost).toBe(true), PATIENCE)
    stop.abort()
    setProcessWide('veritasShutdown', new AbortController().signal)
    await vi.waitFor(() => expect(running().isRunning).toBe(false), PATIENCE)
    expect(listener.ready).toHaveLength(1)
    listener.stop()
  } finally {
    setProcessWide('veritasLive', live)
    setProcessWide('veritasShutdown', shutdown)
  }
})

describe('listenOn', () => {
  it('tells its own session from others, also from one that listened before', async () => {
    const [own, other] = [new Client(getDatabaseUrl()), new Client(getDatabaseUrl())]
    try {
      await Promise.all([own.connect(), other.connect()])
      await listenOn(other)
      // A pooler that pools by transaction sends the statements of one connection to sessions of its choice.
      let session = own
      const query = (text: string, values?: unknown[]) => session.query(text, values)
      const listening = await listenOn({ query } as unknown as Client)
      await expect(listening.assertOwn()).resolves.toBeUndefined()
      session = other
      await expect(listening.assertOwn()).rejects.toThrow('pool by session')
      session = own
      await expect(listening.assertOwn()).resolves.toBeUndefined()
    } finally {
      await Promise.all([own.end(), other.end()])
    }
  })
})
