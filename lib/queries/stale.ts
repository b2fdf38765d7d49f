import type { Query, QueryKey } from '@tanstack/react-query'
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
