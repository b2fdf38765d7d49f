import { describe, expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { announce } from '@/lib/operations/live/announce'
import { makeProject } from '@/lib/operations/testing/factories'
import { eventStream, readSince } from './event-stream'

async function open(assertAllowed: () => Promise<unknown> = async () => undefined) {
  const { id } = (await makeProject()).project
  const leave = new AbortController()
  const response = eventStream({ projectId: id, sinceMs: 0, signal: leave.signal, assertAllowed })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  const readUntil = async (text: string) => {
    let seen = ''
    while (!seen.includes(text)) {
      const chunk = await reader?.read()
      if (!chunk || chunk.done) return `${seen}(ended)`
      seen += chunk.value
    }
    return seen
  }
  const tell = (topic: 'runs' | 'members') => getDb().$transaction((tx) => announce(tx, { project: id, topic }))
  return { response, readUntil, tell, leave }
}

describe('eventStream', () => {
  it('is ready, tells changes, and ends when the reader leaves', async () => {
    const { response, readUntil, tell, leave } = await open()
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    expect(response.headers.get('cache-control')).toContain('no-transform')
    expect(await readUntil('event: ready')).toContain('"isComplete":false')
    await tell('runs')
    expect(await readUntil('"topic":"runs"')).toMatch(/id: \d+\nevent: change\ndata: /)
    leave.abort()
    expect(await readUntil('never sent')).toBe('(ended)')
  })

  it('ends as soon as the reader is no member any more', async () => {
    let isMember = true
    const { readUntil, tell } = await open(async () => {
      if (!isMember) throw new Error('not a member')
    })
    await readUntil('event: ready')
    isMember = false
    await tell('members')
    expect(await readUntil('never sent')).toContain('(ended)')
  })
})

describe('readSince', () => {
  const since = (url: string, lastEventId?: string) =>
    readSince(new Request(url, { headers: lastEventId ? { 'last-event-id': lastEventId } : {} }))

  it('prefers what the browser says it saw last', () => {
    expect(since('http://desk.test/?since=5', '9')).toBe(9)
    expect(since('http://desk.test/?since=5')).toBe(5)
  })

  it('takes nonsense for having seen nothing', () => {
    expect(since('http://desk.test/?since=soon')).toBe(0)
    expect(since('http://desk.test/')).toBe(0)
  })
})
