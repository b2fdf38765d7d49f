import type { Db } from '@/lib/db/client'
import { type ComparedSide, formatSide } from '@/lib/presentation/links'

type Subject = { name: string | null; path: string | null }
type Found = { subject: string; name: string; of: string | null }

/** Characters of a failure's text that name its group. */
const TEMPLATE = 120
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Returns the current name and link of subjects (`noun:id`), in one statement. Deleted ones are omitted. An invitation has the name of the
 * person who accepted it, never an address.
 */
export async function findSubjects(
  db: Db,
  projectId: string,
  subjects: readonly string[],
): Promise<Map<string, Subject>> {
  const split = [...new Set(subjects)].map((subject) => {
    const [noun = '', ...rest] = subject.split(':')
    return { subject, noun, id: rest.join(':') }
  })
  const compared = split.flatMap(({ noun, id }) => (noun === 'pair' ? id.split(' ') : [])).filter((id) => UUID.test(id))
  const ids = (noun: string) => [
    ...split.flatMap((part) => (part.noun === noun && UUID.test(part.id) ? part.id : [])),
    ...(noun === 'run' || noun === 'version' ? compared : []),
  ]
  const groups = split.flatMap(({ noun, id }) => (noun === 'failure-group' ? id : []))
  const rows = await db.$queryRaw<Found[]>`
    SELECT 'gate:' || id AS subject, title AS name, NULL AS of FROM gate
      WHERE project_id = ${projectId}::uuid AND id = ANY(${ids('gate')}::uuid[])
    UNION ALL SELECT 'run:' || id, client_id, NULL FROM run
      WHERE project_id = ${projectId}::uuid AND id = ANY(${ids('run')}::uuid[])
    UNION ALL SELECT 'chain:' || id, name, name FROM chain
      WHERE project_id = ${projectId}::uuid AND id = ANY(${ids('chain')}::uuid[])
    UNION ALL SELECT 'version:' || v.id, v.version, c.name FROM chain_version v
      JOIN chain c ON c.project_id = v.project_id AND c.id = v.chain_id
      WHERE v.project_id = ${projectId}::uuid AND v.id = ANY(${ids('version')}::uuid[])
    UNION ALL SELECT 'key:' || id, name, NULL FROM api_key
      WHERE project_id = ${projectId}::uuid AND id = ANY(${ids('key')}::uuid[])
    UNION ALL SELECT 'webhook:' || id, name, NULL FROM webhook_endpoint
      WHERE project_id = ${projectId}::uuid AND id = ANY(${ids('webhook')}::uuid[])
    UNION ALL SELECT 'dead-letter:' || id, operation, NULL FROM dead_letter
      WHERE project_id = ${projectId}::uuid AND id = ANY(${ids('dead-letter')}::uuid[])
    UNION ALL SELECT 'weekly_action:' || id, text, NULL FROM weekly_action
      WHERE project_id = ${projectId}::uuid AND id = ANY(${ids('weekly_action')}::uuid[])
    UNION ALL SELECT 'invitation:' || i.id, u.name, NULL FROM invitation i JOIN "user" u ON u.id = i.accepted_by_id
      WHERE i.project_id = ${projectId}::uuid AND i.id = ANY(${ids('invitation')}::uuid[])
    UNION ALL SELECT 'judge:' || id, name, NULL FROM project_judge
      WHERE project_id = ${projectId}::uuid AND id = ANY(${ids('judge')}::uuid[])
    UNION ALL SELECT 'connection:' || id, client_name, NULL FROM oauth_grant
      WHERE project_id = ${projectId}::uuid AND id = ANY(${ids('connection')}::uuid[])
    UNION ALL SELECT 'failure-group:' || fingerprint, concat_ws(': ', nullif(node, ''), left(template, ${TEMPLATE})), NULL FROM failure_group
      WHERE project_id = ${projectId}::uuid AND fingerprint = ANY(${groups}::text[])
    UNION ALL SELECT 'scenario:' || k.id, k.name, c.name FROM kept_scenario k
      JOIN chain c ON c.project_id = k.project_id AND c.id = k.chain_id
      WHERE k.project_id = ${projectId}::uuid AND k.id = ANY(${ids('scenario')}::uuid[])
    UNION ALL SELECT 'view:' || id, name, screen || '?' || query FROM saved_view
      WHERE project_id = ${projectId}::uuid AND id = ANY(${ids('view')}::uuid[]) AND removed_at IS NULL
    UNION ALL SELECT 'pair:' || p.id, a.client_id || ' and ' || b.client_id, p.a_run_id || ' ' || p.b_run_id FROM run_pair p
      JOIN run a ON a.project_id = p.project_id AND a.id = p.a_run_id JOIN run b ON b.project_id = p.project_id AND b.id = p.b_run_id
      WHERE p.project_id = ${projectId}::uuid AND p.id = ANY(${compared}::uuid[])
    UNION ALL SELECT 'user:' || id, name, NULL FROM "user" WHERE id = ANY(${ids('user')}::uuid[])`
  const found = new Map(rows.map((row) => [row.subject, row]))
  return new Map(
    split.flatMap((part) => {
      const row = found.get(part.subject)
      const subject = part.noun === 'pair' && !row ? toCompared(part.id, found) : toSubject(part.noun, part.id, row)
      return subject ? [[part.subject, subject] as const] : []
    }),
  )
}

const at = encodeURIComponent

function toSubject(noun: string, id: string, row: Found | undefined): Subject | null {
  switch (noun) {
    case 'project':
      return { name: null, path: '/settings' }
    case 'week':
      return { name: id, path: `/week/${at(id)}` }
    case 'thinking':
      return { name: id, path: `/thinking/${at(id)}` }
    case 'thinking-template':
      return { name: id, path: '/settings/templates' }
    case 'breaker':
      return { name: id, path: '/settings/judge' }
    case 'domain':
      return { name: id, path: '/settings/members' }
    case 'series':
      return { name: id, path: null }
    case 'invitation':
      return { name: row?.name ?? null, path: '/settings/members' }
    case 'version':
      return row ? { name: `${row.of} ${row.name}`, path: pathOf(noun, id, row) } : null
    default:
      return row ? { name: row.name, path: pathOf(noun, id, row) } : null
  }
}

/** The page of a subject that has a row. */
function pathOf(noun: string, id: string, { name, of }: Found): string {
  switch (noun) {
    case 'gate':
      return `/gates/${id}`
    case 'run':
      return `/runs/${id}`
    case 'chain':
      return `/chains/${at(name)}`
    case 'scenario':
      return `/chains/${at(of ?? '')}`
    case 'version':
      return `/chains/${at(of ?? '')}/versions/${at(name)}`
    case 'pair': {
      const [a = '', b = ''] = (of ?? '').split(' ')
      return comparePath({ run: a }, { run: b })
    }
    case 'view':
      return `/${of}`
    case 'dead-letter':
      return `/dead-letters?item=${id}`
    case 'failure-group':
      return `/failures/${at(id)}`
    case 'weekly_action':
      return '/week'
    case 'user':
      return '/settings/members'
    case 'judge':
      return '/settings/judge'
    case 'key':
    case 'connection':
      return '/settings/keys'
    default:
      return '/settings/webhooks'
  }
}

/** The subject of a question about two versions or two runs, which names both. */
function toCompared(ids: string, found: ReadonlyMap<string, Found>): Subject | null {
  const [a, b] = ids.split(' ')
  const [versionA, versionB] = [found.get(`version:${a}`), found.get(`version:${b}`)]
  if (versionA && versionB)
    return {
      name: `${versionA.of} ${versionA.name} and ${versionB.name}`,
      path: comparePath(
        { chain: versionA.of ?? '', version: versionA.name },
        { chain: versionB.of ?? '', version: versionB.name },
      ),
    }
  const [runA, runB] = [found.get(`run:${a}`), found.get(`run:${b}`)]
  if (a && b && runA && runB)
    return { name: `${runA.name} and ${runB.name}`, path: comparePath({ run: a }, { run: b }) }
  return null
}

const comparePath = (a: ComparedSide, b: ComparedSide) =>
  `/compare?${new URLSearchParams({ a: formatSide(a), b: formatSide(b) })}`
