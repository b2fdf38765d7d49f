import type { RunSort } from '@/lib/contracts/runs'
import type { Db } from '@/lib/db/client'
import { runCursors } from '@/lib/operations/runs/order'

/** One request of a screen. `paths` are used in turn, so that not always the same row is cached. */
export type ReadCase = {
  screen: 'overview' | 'list' | 'search' | 'detail' | 'other pages'
  name: string
  paths: readonly string[]
  /** Covers a time range with more runs in a larger project, and may take longer there. */
  holdsMore?: boolean
  /** Reads up to a fixed number of runs, which each version has in the project of 100,000 only. */
  fillsLimit?: boolean
}

const detailRuns = 100

/** Returns the requests of the screens for a project that `million` filled. */
export async function readCases(db: Db, projectId: string): Promise<ReadCase[]> {
  const list = (name: string, query: Record<string, string>): ReadCase => ({
    screen: 'list',
    name,
    paths: [`/api/v1/runs?${new URLSearchParams(query)}`],
  })
  const overview = (name: string, path: string): ReadCase => ({ screen: 'overview', name, paths: [`/api/v1${path}`] })
  const inRange = (range: ReadCase): ReadCase => ({ ...range, holdsMore: true })
  const upToLimit = (limited: ReadCase): ReadCase => ({ ...limited, fillsLimit: true })
  const page = (name: string, path: string): ReadCase => ({ screen: 'other pages', name, paths: [`/api/v1${path}`] })
  const halfway = await cursorHalfway(db, projectId, 'newest')
  const [fingerprint = ''] = await commonFailures(db, projectId)
  const range = await rangeOfAsMany(db, projectId)
  return [
    inRange(overview('overview, 7 days', '/overview?range=7d')),
    inRange(overview('overview, 90 days', '/overview?range=90d')),
    inRange(overview('overview, everything', '/overview?range=all')),
    inRange(overview('overview, 90 days of one chain', '/overview?range=90d&chain=planner')),
    overview('overview, a range of as many runs', `/overview?range=${range}`),
    inRange(overview('failure patterns, 7 days', '/failures/patterns?range=7d')),
    inRange(overview('failure patterns, 90 days', '/failures/patterns?range=90d')),
    overview('failure patterns, a range of as many runs', `/failures/patterns?range=${range}`),
    overview('recent executions', '/executions'),
    list('newest', {}),
    list('one chain and version', { chain: 'planner', version: '1.2.0' }),
    list('grade and decision', { grade: 'poor,failed', decision: 'escalate' }),
    list('failure class', { failureClass: 'timeout' }),
    list('flagged', { flagged: 'true' }),
    list('one failure group', { fingerprint }),
    list('7 days, poor band', { range: '7d', band: 'poor' }),
    list('lowest quality first', { sort: 'quality_low' }),
    list('halfway down', { cursor: halfway }),
    list('halfway down, one chain', { cursor: halfway, chain: 'coder' }),
    list('halfway down, by quality', {
      sort: 'quality_high',
      cursor: await cursorHalfway(db, projectId, 'quality_high'),
    }),
    { screen: 'search', name: 'a word of one output', paths: await wordPaths(db, projectId) },
    { ...list('a word of many outputs', { text: 'reference' }), screen: 'search' },
    { ...list('a word of some outputs', { text: '"bebaba"' }), screen: 'search' },
    { ...list('two words', { text: 'cebaba dibaba' }), screen: 'search' },
    { ...list('a phrase and a word left out', { text: '"cebaba dibaba" -timed' }), screen: 'search' },
    { ...list('the beginning of a word', { text: 'zoz' }), screen: 'search' },
    upToLimit({
      ...list('a word of runs that escalated', { text: 'reference', decision: 'escalate' }),
      screen: 'search',
    }),
    { ...list('chain and scenario', { text: 'planner case-17' }), screen: 'search' },
    { ...list('one run by its id', { text: 'm-00000042' }), screen: 'search' },
    { screen: 'detail', name: 'one run with its nodes', paths: await detailPaths(db, projectId) },
    page('how many runs of a chain', '/runs/count?chain=planner'),
    page('how many runs hold a word', '/runs/count?text=reference'),
    page('what runs can be filtered by', '/runs/facets'),
    page('palette', '/search?text=reference'),
    upToLimit(page('chains', '/chains?newest=true')),
    upToLimit(page('chain', '/chains/planner')),
    page('version', '/chains/planner/versions/1.2.0'),
    page('trials of a version', '/chains/planner/versions/1.2.0/trials'),
    upToLimit(page('two versions compared', '/chains/planner/comparison?a=1.1.0&b=1.2.0')),
    page('failure groups', '/failures?trend=true&limit=50'),
    page('failure group', `/failure-groups/${encodeURIComponent(fingerprint)}?range=30d`),
    upToLimit(page('convergence', '/executions/summary')),
    inRange(page('convergence, 30 days', '/executions/summary?range=30d')),
    page('convergence, a range of as many runs', `/executions/summary?range=${range}`),
    page('calibration', '/calibration'),
    page('review queue', '/review'),
    page('agreement of reviewers', '/review/agreement'),
    page('gates', '/gates?limit=50'),
    page('what waits', '/status'),
    page('spend by version', '/overview/spend?by=version'),
  ]
}

const asMany = 10_000
const rangeDays = { '24h': 1, '7d': 7, '30d': 30, '90d': 90 }

/** The range with the number of runs closest to ten thousand, so that a request reads as many in every project. */
async function rangeOfAsMany(db: Db, projectId: string): Promise<string> {
  const { _sum } = await db.rollupDay.aggregate({ where: { projectId }, _sum: { runs: true } })
  const runsADay = (_sum.runs ?? 0) / rangeDays['90d']
  const far = ([, days]: [string, number]) => Math.abs(Math.log((runsADay * days) / asMany))
  const [closest] = Object.entries(rangeDays).toSorted((a, b) => far(a) - far(b))
  return closest?.[0] ?? '90d'
}

async function cursorHalfway(db: Db, projectId: string, sort: RunSort & ('newest' | 'quality_high')): Promise<string> {
  const where = { projectId, ...(sort === 'newest' ? {} : { quality: { not: null } }) }
  const isByTime = sort === 'newest'
  const run = await db.runSummary.findFirstOrThrow({
    where,
    orderBy: isByTime ? [{ occurredAt: 'desc' }, { id: 'desc' }] : [{ quality: 'desc' }, { id: 'desc' }],
    skip: Math.floor((await db.runSummary.count({ where })) / 2),
    select: { id: true, occurredAt: true, quality: true },
  })
  return runCursors.encode({ sort, key: isByTime ? run.occurredAt.toISOString() : run.quality, id: run.id })
}

/** Runs from the whole period with nodes, signals and scores, which only a share of the seeded ones have. */
async function detailPaths(db: Db, projectId: string): Promise<string[]> {
  const rows = await db.$queryRaw<{ runId: string }[]>`
    SELECT run_id AS "runId" FROM (SELECT DISTINCT run_id FROM node_run WHERE project_id = ${projectId}::uuid) n
    ORDER BY md5(run_id::text) LIMIT ${detailRuns}`
  return rows.map(({ runId }) => `/api/v1/runs/${runId}`)
}

/** Searches for a word that occurs in one output only, of runs from the whole period. */
async function wordPaths(db: Db, projectId: string): Promise<string[]> {
  const rows = await db.$queryRaw<{ word: string | null }[]>`
    SELECT substring(body FROM 'ref[0-9a-f]+') AS word FROM run_text WHERE project_id = ${projectId}::uuid
    ORDER BY md5(run_id::text) LIMIT ${detailRuns}`
  return rows.flatMap(({ word }) => (word === null ? [] : [`/api/v1/runs?text=${word}`]))
}

/** Failure groups, the one with the most runs first. */
async function commonFailures(db: Db, projectId: string): Promise<string[]> {
  const rows = await db.failureGroup.findMany({ where: { projectId }, orderBy: { roots: 'desc' }, take: 1 })
  return rows.map((row) => row.fingerprint)
}
