import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import type { LiveEvent } from '@/lib/contracts/live-events'
import type { ReadTarget, Target } from '@/lib/contracts/targets'

type NounIn<T extends string> = T extends `${string} /api/v1/${infer Path}`
  ? Path extends `${infer First}/${string}`
    ? First
    : Path
  : never
/** The first segment of a path below `/api/v1`. */
export type Noun = NounIn<Target>
type PathIn<T extends string> = T extends `GET /api/v1/${infer Path}` ? Path : never

/** A change of one item of a noun, or of any item without an id. */
export type Change = { readonly noun: Noun; readonly id?: string | undefined }

/** The paths that a change of a noun makes stale, with all paths below them; by default the noun's own. */
const reach: Partial<Record<Noun, readonly (Noun | PathIn<ReadTarget>)[]>> = {
  runs: [
    'runs',
    'review',
    'overview',
    'failures',
    'failure-groups',
    'executions',
    'chains',
    'calibration',
    'gates/{gateId}',
    'briefs',
    'status',
    // How many a project has, and how many are old enough to go.
    'data',
  ],
  review: ['review', 'comments', 'status'],
  gates: [
    'gates',
    'runs',
    'review',
    'overview',
    'executions',
    'chains',
    'calibration',
    'briefs',
    'status',
    // How many of the gates that one tells of still wait.
    'notifications',
  ],
  // A brief says what reviewers said.
  comments: ['comments', 'briefs'],
  // Most are mailed too.
  notifications: ['notifications', 'mail'],
  trials: ['chains/{chain}/versions/{version}/trials'],
  data: ['data', 'projects'],
  // Which projects the person has.
  account: ['account', 'projects'],
  // Whose days and weeks follow its time zone.
  projects: ['projects', 'overview', 'failures', 'failure-groups', 'weekly', 'status'],
  // A gate shows the version that serves and the rules of its chain.
  chains: ['chains', 'gates', 'runs/facets'],
  configuration: ['configuration', 'chain-rules', 'judge', 'chains', 'calibration', 'runs/{runId}', 'gates/{gateId}'],
  'chain-rules': ['chain-rules'],
  members: [
    'members',
    'invitations',
    'sign-in-domains',
    'projects',
    'connections',
    'review',
    'gates',
    // Its sessions may have ended.
    'account',
    'status',
  ],
  'sign-in-domains': ['sign-in-domains'],
  'dead-letters': ['dead-letters', 'runs/{runId}', 'status'],
  failures: ['failures', 'failure-groups', 'chains/{chain}/comparison', 'briefs'],
  'failure-groups': ['failures', 'failure-groups', 'chains/{chain}/comparison', 'briefs'],
  weekly: ['weekly', 'status'],
}

// Nouns whose items do not show each other. Items of the others may, as a week shows the actions of the week before.
const itemsStandAlone: ReadonlySet<Noun> = new Set<Noun>(['runs', 'gates', 'thinking'])

/** Returns the change that a live event reports. */
export function changeOf({ topic, id }: Pick<LiveEvent, 'topic' | 'id'>): Change {
  const noun = topic === 'run' ? 'runs' : topic === 'gate' ? 'gates' : topic
  return { noun, id }
}

/** Returns what a request to a target changes: the first noun of its path with the first item it names; nothing for a GET. */
export function changesOf(target: Target, input: object, nouns?: readonly Noun[]): Change[] {
  if (nouns) return nouns.map((noun) => ({ noun }))
  return target.startsWith('GET ') ? [] : [{ noun: nounOf(target), id: namedIn(target, input) }]
}

/** Whether the answer cached under a key may be stale after a change in that project, or of the person's own data. */
export function isStaleAfter({ noun, id }: Change, project: string | null, key: QueryKey): boolean {
  const [of, target, input] = key
  if ((of !== null && of !== project) || typeof target !== 'string') return false
  const isReached = (reach[noun] ?? [noun]).some((path) => `${target}/`.startsWith(`GET /api/v1/${path}/`))
  if (!isReached || id === undefined || nounOf(target) !== noun || !itemsStandAlone.has(noun)) return isReached
  const named = namedIn(target, Object(input))
  return named === undefined || named === id
}

function nounOf(target: string): Noun {
  return target.split('/')[3] as Noun
}

/** Returns the value of the first `{field}` in a target's path. */
function namedIn(target: string, input: object): string | undefined {
  const field = target.match(/\{(\w+)\}/)?.[1]
  const value: unknown = field === undefined ? undefined : Object.entries(input).find(([name]) => name === field)?.[1]
  return value === undefined ? undefined : String(value)
}

/** Whether a query is out of date. */
export type IsStale = (query: Pick<Query, 'queryKey' | 'meta'>) => boolean

/** Returns which queries of a project, or of the person's own data, these changes may make stale. */
export function staleAfter(changes: readonly Change[], project: string | null): IsStale {
  return ({ queryKey }) => changes.some((change) => isStaleAfter(change, project, queryKey))
}

/** Returns which queries of a project an event makes stale; queries marked `isStill` are excluded. */
export function isStaleAfterEvent(project: string, event: Pick<LiveEvent, 'topic' | 'id'>): IsStale {
  const change = changeOf(event)
  return ({ queryKey, meta }) => meta?.isStill !== true && isStaleAfter(change, project, queryKey)
}

/**
 * Returns a function that refetches what is out of date. A first answer or a next page that is on its way is awaited before: the answer may have
 * been read before the change, and a refetch would cancel the page, for which nobody would ask again.
 */
export function makeRefetch(client: QueryClient): (isStale: IsStale) => Promise<unknown> {
  const awaited = new Set<Query>()
  const refetchLater = async (query: Query) => {
    awaited.add(query)
    await query.promise?.catch(() => undefined)
    awaited.delete(query)
    await client.invalidateQueries({ predicate: (other) => other === query })
  }
  return (isStale) => {
    const underway = client.getQueryCache().findAll({ predicate: (query) => isUnderway(query) && isStale(query) })
    return Promise.all([
      client.invalidateQueries({ predicate: (query) => isStale(query) && !underway.includes(query) }),
      ...underway.filter((query) => !awaited.has(query)).map(refetchLater),
    ])
  }
}

const isUnderway = ({ state }: Query): boolean =>
  state.fetchStatus === 'fetching' && (state.data === undefined || state.fetchMeta?.fetchMore !== undefined)

// The first change is shown almost immediately; the short delay gathers the messages of one transaction.
const FIRST_MS = 40
const GAP_MS = 150
// Under continuous changes the interval between refetches grows up to this.
const LONGEST_GAP_MS = 600
const PATIENCE_MS = 2000

/** Invalidates queries in batches. */
export type Invalidator = { add: (cause: string, isStale: IsStale) => void; stop: () => void }

/**
 * Gathers causes and invalidates the affected queries together: soon after the first, then batch by batch, so that a burst of changes
 * neither floods the server nor cancels a refetch before it ends.
 */
export function makeInvalidator(refetch: (isStale: IsStale) => Promise<unknown>): Invalidator {
  const waiting = new Map<string, IsStale>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isBusy = false
  let isStopped = false
  let gapMs = GAP_MS
  const flush = async () => {
    timer = undefined
    isBusy = true
    const causes = [...waiting.values()]
    waiting.clear()
    const refetched = refetch((query) => causes.some((isStale) => isStale(query)))
    await Promise.all([Promise.race([refetched.catch(() => undefined), pause(PATIENCE_MS)]), pause(gapMs)])
    isBusy = false
    gapMs = waiting.size > 0 ? Math.min(gapMs * 2, LONGEST_GAP_MS) : GAP_MS
    if (waiting.size > 0) schedule(0)
  }
  const schedule = (ms: number) => {
    if (!isStopped && !isBusy && timer === undefined) timer = setTimeout(() => void flush(), ms)
  }
  return {
    add(cause, isStale) {
      waiting.set(cause, isStale)
      schedule(FIRST_MS)
    },
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
