import { beforeAll, describe, expect, it } from 'vitest'
import type { FailureGroup } from '@/lib/contracts/failures'
import type { RunBody } from '@/lib/contracts/run-input'
import { failureStatuses } from '@/lib/contracts/vocabulary'
import { getDb } from '@/lib/db/client'
import { ingest, makeProject, runBody, type TestProject } from '../testing/factories'
import { getFailureGroup } from './get'
import { searchFailures } from './search'

const NOON = Date.parse('2026-03-01T12:00:00Z')
const HOUR_MS = 3_600_000

/** A run that failed at this node with this message, some hours before noon. */
function failing(message: string, node: string, hours: number, overrides: Partial<RunBody> = {}): RunBody {
  const startedAt = new Date(NOON - hours * HOUR_MS).toISOString()
  return runBody({
    startedAt,
    status: 'failed',
    nodes: [{ id: node, status: 'failed', error: { message } }],
    ...overrides,
  })
}

let test: TestProject
beforeAll(async () => {
  test = await makeProject()
  await ingest(test.key, [
    failing('request timed out after 30 s', 'fetch', 1),
    failing('request timed out after 31 s', 'fetch', 50),
    failing('HTTP 429 Too Many Requests', 'fetch', 2),
    failing('HTTP 429 Too Many Requests', 'send', 3, { chain: 'letters' }),
    failing('100% of_it went wrong', 'send', 100),
    runBody(),
  ])
})

const search = async (input: Parameters<typeof searchFailures.run>[1] = {}) =>
  (await searchFailures.run(test.key, input)).groups
const short = ({ failureClass, node, roots }: FailureGroup) => `${failureClass} ${node} ${roots}`
const timeouts = 'timeout fetch 2'
const [limitedFetch, limitedSend, odd] = ['rate_limited fetch 1', 'rate_limited send 1', 'unknown send 1']

describe('groups of failures', () => {
  it('are listed by when they were last seen, with counts, times and the last run', async () => {
    const groups = await search()
    expect(groups.map(short)).toEqual([timeouts, limitedFetch, limitedSend, odd])
    const newest = await test.key.db.failure.findFirstOrThrow({
      where: { projectId: test.project.id, failureClass: 'timeout' },
      orderBy: { occurredAt: 'desc' },
    })
    expect(groups[0]).toMatchObject({
      firstSeenAt: new Date(NOON - 50 * HOUR_MS).toISOString(),
      lastSeenAt: new Date(NOON - HOUR_MS).toISOString(),
      lastRunId: newest.runId,
      fingerprint: newest.fingerprint,
      lastMessage: 'request timed out after 30 s',
      cascades: 0,
    })
  })

  it('tell the end of a long message, where the error stands', async () => {
    const other = await makeProject()
    await ingest(other.key, [failing(`It printed:\n${'a row\n'.repeat(2000)}KeyError: 'total'`, 'run', 1)])
    const { groups } = await searchFailures.run(other.key, {})
    const said = /^It printed:.* … .*KeyError: 'total'$/s
    expect(groups).toEqual([expect.objectContaining({ lastMessage: expect.stringMatching(said) })])
    const { examples } = await getFailureGroup.run(other.key, { group: groups[0]?.fingerprint ?? '' })
    expect(examples).toEqual([expect.objectContaining({ message: expect.stringMatching(said) })])
  })

  it.each<[string, Parameters<typeof search>[0], string[]]>([
    ['words in any order', { text: 'requests TOO' }, [limitedFetch, limitedSend]],
    ['words of message and node', { text: '429 send' }, [limitedSend]],
    ['SQL wildcard characters', { text: '% of_it' }, [odd]],
    ['wildcard characters that no message contains', { text: '%%' }, []],
    ['class', { failureClass: ['timeout', 'unknown'] }, [timeouts, odd]],
    ['node', { node: 'send' }, [limitedSend, odd]],
    ['chain', { chain: ['letters'] }, [limitedSend]],
    ['an unknown chain', { chain: ['nowhere'] }, []],
    [
      'time, counting only failures within it',
      { from: new Date(NOON - 2 * HOUR_MS).toISOString() },
      ['timeout fetch 1', limitedFetch],
    ],
    ['an end', { to: new Date(NOON - 40 * HOUR_MS).toISOString() }, ['timeout fetch 1', odd]],
    ['a range without failures', { range: '24h' }, []],
  ])('are found by %s', async (_, input, expected) => {
    expect((await search(input)).map(short)).toEqual(expected)
  })

  it('are paged without duplicates', async () => {
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await searchFailures.run(test.key, { limit: 1, cursor })
      seen.push(...page.groups.map(short))
      cursor = page.next ?? undefined
    } while (cursor)
    expect(seen).toEqual([timeouts, limitedFetch, limitedSend, odd])
  })

  it('are of the project only; malformed cursors and texts are refused', async () => {
    const other = await makeProject()
    expect((await searchFailures.run(other.key, {})).groups).toEqual([])
    await expect(search({ cursor: 'x' })).rejects.toMatchObject({ issues: [{ path: 'cursor' }] })
    await expect(search({ text: 'a\0b' })).rejects.toMatchObject({ issues: [{ path: 'text' }] })
  })
})

it('filtering by status matches the status that is shown', async () => {
  const now = Date.now()
  const { key, project } = await makeProject()
  await ingest(key, [failing('out of memory', 'fetch', 1)])
  const moment = [null, new Date(now - 8 * 24 * HOUR_MS), new Date(now - HOUR_MS), new Date(now + HOUR_MS)]
  const combinations = ['open', 'archived', 'resolved'].flatMap((status) =>
    moment.flatMap((archivedUntil) =>
      moment
        .slice(0, 3)
        .flatMap((regressedAt) =>
          moment
            .slice(1, 3)
            .flatMap((firstSeenAt) =>
              moment
                .slice(0, 2)
                .map((escalatingAt) => ({ status, archivedUntil, regressedAt, firstSeenAt, escalatingAt })),
            ),
        ),
    ),
  )
  const {
    firstSeenAt: _,
    lastSeenAt,
    ...group
  } = await getDb().failureGroup.findFirstOrThrow({
    where: { projectId: project.id },
  })
  await getDb().failureGroup.createMany({
    data: combinations.map((facts, at) => ({
      ...{ ...group, lastSeenAt, fingerprint: `group-${at}` },
      ...{ ...facts, firstSeenAt: facts.firstSeenAt ?? lastSeenAt },
    })),
  })
  for (const status of failureStatuses) {
    const shown = await searchFailures.run(key, { status: [status], limit: 200 })
    expect(shown.groups.length).toBe(shown.counts?.[status])
    expect(new Set(shown.groups.map((one) => one.status))).toEqual(new Set([status]))
  }
})
