import { describe, expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { passwordStamp } from '@/lib/operations/account/password-hash'
import { beginSession, endSession, endSessions } from '@/lib/operations/account/sessions'
import { personOf } from '@/lib/operations/context'
import { createKey } from '@/lib/operations/keys/keys'
import { announce, thisMoment } from '@/lib/operations/live/changes'
import type { Reader } from '@/lib/operations/live/watch-readers'
import { makeProject } from '@/lib/operations/testing/factories'
import { eventStream, readSince } from './event-stream'

const NOW = new Date()

async function open() {
  const { project, as } = await makeProject()
  const userId = personOf((await as('viewer')).actor)?.userId ?? ''
  const place = { address: null, device: null }
  const sessionId = (await beginSession(getDb(), { userId, stamp: passwordStamp(null) }, place, NOW)) ?? ''
  return { ...listen({ projectId: project.id, sessionId, scope: 'read' }), userId, sessionId, projectId: project.id }
}

/** A stream as read by a browser. */
function listen(of: Reader) {
  const id = of.projectId
  const leave = new AbortController()
  const response = eventStream({ reader: of, sinceMs: 0, signal: leave.signal })
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
  it('sends ready and changes, and ends when the reader disconnects', async () => {
    const { response, readUntil, tell, leave } = await open()
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    expect(response.headers.get('cache-control')).toContain('no-transform')
    expect(await readUntil('event: ready')).toContain('"isComplete":false')
    await tell('runs')
    expect(await readUntil('"topic":"runs"')).toMatch(/id: \d+-\w+\nevent: change\ndata: /)
    leave.abort()
    expect(await readUntil('never sent')).toBe('(ended)')
  })

  it('ends immediately when the reader is removed from the project', async () => {
    const { readUntil, tell, userId } = await open()
    await readUntil('event: ready')
    await getDb().membership.deleteMany({ where: { userId } })
    await tell('members')
    expect(await readUntil('never sent')).toContain('(ended)')
  })

  it.each<[string, (of: { userId: string; sessionId: string; projectId: string }) => Promise<unknown>]>([
    ['the session was signed out', ({ sessionId }) => endSession(getDb(), sessionId)],
    ['the person was disabled', ({ userId: id }) => getDb().user.update({ where: { id }, data: { disabledAt: NOW } })],
    [
      'the project was scheduled for deletion',
      ({ projectId: id }) => getDb().project.update({ where: { id }, data: { deletesAt: NOW } }),
    ],
    ['the role was lost', ({ userId }) => getDb().membership.deleteMany({ where: { userId } })],
    [
      'another session changed the password',
      ({ userId }) => getDb().$transaction((tx) => endSessions(tx, userId, undefined)),
    ],
  ])('ends within 5 s after %s, without a notification', async (_, end) => {
    const { readUntil, ...of } = await open()
    await readUntil('event: ready')
    await end(of)
    const since = performance.now()
    expect(await readUntil('never sent')).toContain('(ended)')
    expect(performance.now() - since).toBeLessThan(5000)
  })

  it.each([
    ['was revoked', { revokedAt: NOW }],
    ['expired', { expiresAt: NOW }],
  ])('ends within 5 s after its key %s, without ending others', async (_, ended) => {
    const { project, as } = await makeProject()
    const admin = await as('admin')
    const make = async (name: string) => (await createKey.run(admin, { name })).key.id
    const [gone, kept] = [await make('gone'), await make('kept')]
    const ending = listen({ projectId: project.id, keyId: gone })
    const staying = listen({ projectId: project.id, keyId: kept })
    await Promise.all([ending.readUntil('event: ready'), staying.readUntil('event: ready')])
    await getDb().apiKey.updateMany({ where: { id: gone }, data: ended })
    const since = performance.now()
    expect(await ending.readUntil('never sent')).toContain('(ended)')
    expect(performance.now() - since).toBeLessThan(5000)
    await staying.tell('runs')
    expect(await staying.readUntil('"topic":"runs"')).not.toContain('(ended)')
    staying.leave.abort()
  })
})

describe('readSince', () => {
  const since = (url: string, lastEventId?: string) =>
    readSince(new Request(url, { headers: lastEventId ? { 'last-event-id': lastEventId } : {} }))

  it('prefers the Last-Event-ID of the browser', () => {
    expect(since('http://desk.test/?since=5000', '9000')).toBe(7000)
    expect(since('http://desk.test/?since=5000')).toBe(3000)
  })

  it('allows for the difference of clocks, except in a moment that this process named', () => {
    const moment = thisMoment()
    const ms = Number.parseInt(moment, 10)
    expect(since(`http://desk.test/?since=${moment}`)).toBe(ms)
    expect(since('http://desk.test/', moment)).toBe(ms)
    expect(since(`http://desk.test/?since=${ms}-another`)).toBe(ms - 2000)
  })

  it('treats an invalid value as unknown', () => {
    expect(since('http://desk.test/?since=soon')).toBe(0)
    expect(since('http://desk.test/')).toBe(0)
  })
})
