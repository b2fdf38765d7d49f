import type { RunBody } from '@/lib/contracts/run-input'
import { actOnFailureGroups } from '../failures/act'
import { getFailureGroup } from '../failures/get'
import { searchFailures } from '../failures/search'
import { undoFailureEvents } from '../failures/undo'
import { ingest, makeProject, runBody } from './factories'

const HOUR_MS = 3_600_000

/** A time some hours ago, or ahead if negative. */
export const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString()

export const lookup = (who: string) => `Could not load the profile of customer ${who} from the billing service`
export const DISK = 'The disk is full'
export const LIMIT = 'HTTP 429 Too Many Requests'

/** A run that failed with this message some hours ago. */
export const failing = (message: string, hours: number, overrides: Partial<RunBody> = {}): RunBody =>
  runBody({
    startedAt: ago(hours),
    status: 'failed',
    nodes: [{ id: 'fetch', status: 'failed', error: { message } }],
    ...overrides,
  })

/** A project with three kinds of failure: two failed look-ups, a full disk, and a rate limit met twice. */
export async function makeFailures() {
  const test = await makeProject()
  const reviewer = await test.as('reviewer')
  await ingest(test.key, [
    failing(lookup('Ada'), 5),
    failing(lookup('Bob'), 4),
    failing(DISK, 3),
    failing(LIMIT, 2),
    failing(LIMIT, 30),
  ])
  const list = async (input: Parameters<typeof searchFailures.run>[1] = {}) =>
    (await searchFailures.run(test.key, input)).groups
  const get = (group: string) => getFailureGroup.run(test.key, { group })
  return {
    ...test,
    reviewer,
    list,
    get,
    /** The fingerprint of the group whose newest message contains these words. */
    find: async (words: string) =>
      (await list()).find(({ lastMessage }) => lastMessage.includes(words))?.fingerprint ?? '',
    act: (input: Parameters<typeof actOnFailureGroups.run>[1], as = reviewer) => actOnFailureGroups.run(as, input),
    /** Takes back what an event did; returns why not, or null. */
    undo: async (group: string, event: string | null | undefined, as = reviewer) =>
      (await undoFailureEvents.run(as, { events: [{ group, event: event ?? '' }] })).results[0]?.error ?? null,
    /** The kinds of a group's events, oldest first. */
    kindsOf: async (group: string) => (await get(group)).events.map(({ kind }) => kind).reverse(),
  }
}
