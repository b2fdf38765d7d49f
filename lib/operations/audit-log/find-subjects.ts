import type { Db } from '@/lib/db/client'

export type Subject = { name: string | null; path: string | null }
type Found = { subject: string; name: string; chain: string | null }

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** What subjects (`noun:id`) are called now and where they are shown, in one statement. What is gone is absent. */
export async function findSubjects(
  db: Db,
  projectId: string,
  subjects: readonly string[],
): Promise<Map<string, Subject>> {
  const split = [...new Set(subjects)].map((subject) => {
    const [noun = '', ...rest] = subject.split(':')
    return { subject, noun, id: rest.join(':') }
  })
  const ids = (noun: string) => split.flatMap((part) => (part.noun === noun && UUID.test(part.id) ? part.id : []))
  const rows = await db.$queryRaw<Found[]>`
    SELECT 'gate:' || id AS subject, title AS name, NULL AS chain FROM gate
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
    UNION ALL SELECT 'user:' || id, name, NULL FROM "user" WHERE id = ANY(${ids('user')}::uuid[])`
  const found = new Map(rows.map((row) => [row.subject, row]))
  return new Map(
    split.flatMap((part) => {
      const subject = toSubject(part.noun, part.id, found.get(part.subject))
      return subject ? [[part.subject, subject] as const] : []
    }),
  )
}

const at = encodeURIComponent

function toSubject(noun: string, id: string, row: Found | undefined): Subject | null {
  if (noun === 'project') return { name: null, path: '/settings' }
  if (noun === 'week') return { name: id, path: `/week/${at(id)}` }
  if (noun === 'thinking') return { name: id, path: `/thinking/${at(id)}` }
  if (noun === 'thinking-template') return { name: id, path: '/settings/templates' }
  if (noun === 'breaker') return { name: id, path: '/settings/judge' }
  if (noun === 'invitation') return { name: null, path: '/settings/members' }
  if (noun === 'series') return { name: id, path: null }
  if (!row) return null
  if (noun === 'version')
    return { name: `${row.chain} ${row.name}`, path: `/chains/${at(row.chain ?? '')}/versions/${at(row.name)}` }
  return { name: row.name, path: pathOf(noun, id, row.name) }
}

function pathOf(noun: string, id: string, name: string): string | null {
  if (noun === 'gate') return `/gates/${id}`
  if (noun === 'run') return `/runs/${id}`
  if (noun === 'chain') return `/chains/${at(name)}`
  if (noun === 'dead-letter') return `/dead-letters?item=${id}`
  if (noun === 'weekly_action') return '/week'
  if (noun === 'user') return '/settings/members'
  return noun === 'key' ? '/settings/keys' : '/settings/webhooks'
}
