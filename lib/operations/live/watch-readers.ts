import { type Db, getDb } from '@/lib/db/client'
import { log } from '@/lib/log'
import { processWide } from '@/lib/process-wide'
import { type ProjectScope, roleHolds, visibleRole } from '../authorize'
import type { Actor } from '../context'
import { AppError } from '../errors'

/** A person's session. `scope`: what is read is for those whose role has it. */
type Session = { projectId: string; sessionId: string; scope: ProjectScope }

/** A reader of a project: a person's session, or a key, whose scopes never change. */
export type Reader = Session | { projectId: string; keyId: string }

/** @throws AppError forbidden for an actor that may not open a stream, such as a connected app */
export function readerOf(actor: Actor, projectId: string, scope: ProjectScope): Reader {
  if (actor.kind === 'key' && !actor.person) return { projectId, keyId: actor.keyId }
  if (actor.kind === 'user' && actor.sessionId !== undefined) return { projectId, sessionId: actor.sessionId, scope }
  throw new AppError('forbidden', 'live changes are for signed-in people and API keys')
}

type Watched = { reader: Reader; end: () => void }

const EVERY_MS = 3000

type Watch = { watched: Set<Watched>; timer: NodeJS.Timeout | null; isLooking: boolean; isDue: boolean }
const makeWatch = (): Watch => ({ watched: new Set(), timer: null, isLooking: false, isDue: false })

/**
 * Ends a reader within 5 s of losing access: by sign-out, password change, a role that permits less, removal from the project or the
 * project's deletion, or the revocation or expiry of its key. All readers of this process are checked together every 3 s. Returns functions to check immediately and to stop watching.
 */
export function watchReader(reader: Reader, end: () => void): { look: () => void; stop: () => void } {
  const watch = processWide('veritasReaders', makeWatch)
  const entry = { reader, end }
  watch.watched.add(entry)
  watch.timer ??= setInterval(() => void look(watch), EVERY_MS).unref()
  const stop = () => {
    watch.watched.delete(entry)
    if (watch.watched.size > 0 || !watch.timer) return
    clearInterval(watch.timer)
    watch.timer = null
  }
  return { look: () => void look(watch), stop }
}

/** Runs one check at a time; requests during a check trigger another one after it. */
async function look(watch: Watch): Promise<void> {
  watch.isDue = true
  if (watch.isLooking) return
  watch.isLooking = true
  while (watch.isDue) {
    watch.isDue = false
    const watched = [...watch.watched]
    const allowed = await allowedAmong(watched.map(({ reader }) => reader))
    for (const [index, { end }] of watched.entries()) if (!allowed[index]) end()
  }
  watch.isLooking = false
}

/** If the database does not answer, all readers are ended: they reconnect and are authorized again. */
async function allowedAmong(readers: readonly Reader[]): Promise<boolean[]> {
  try {
    return await stillAllowed(getDb(), readers, new Date())
  } catch (error) {
    log.warn({ err: error }, 'the readers of live changes could not be checked, and start over')
    return readers.map(() => false)
  }
}

/** Returns whether each of these readers may still read, in order. */
async function stillAllowed(db: Db, readers: readonly Reader[], now: Date): Promise<boolean[]> {
  const bySession = readers.flatMap((reader) => ('sessionId' in reader ? [reader] : []))
  const byKey = readers.flatMap((reader) => ('keyId' in reader ? [reader] : []))
  const keys =
    byKey.length === 0
      ? []
      : await db.$queryRaw<{ id: string; projectId: string }[]>`
          SELECT r.id, r.project_id AS "projectId"
          FROM unnest(${byKey.map(({ keyId }) => keyId)}::uuid[], ${byKey.map(({ projectId }) => projectId)}::uuid[])
            AS r (id, project_id)
          JOIN api_key k ON k.project_id = r.project_id AND k.id = r.id AND k.revoked_at IS NULL
            AND (k.expires_at IS NULL OR k.expires_at > ${now})`
  const validKeys = new Set(keys.map(({ id, projectId }) => `${projectId} ${id}`))
  const isPermitted = bySession.length === 0 ? () => false : await loadPermission(db, bySession, now)
  return readers.map((reader) =>
    'sessionId' in reader ? isPermitted(reader) : validKeys.has(`${reader.projectId} ${reader.keyId}`),
  )
}

/**
 * Returns whether each of these sessions is valid and its person has the role still. Queried separately, since sessions are global and
 * memberships are distributed by project.
 */
async function loadPermission(db: Db, readers: readonly Session[], now: Date): Promise<(reader: Session) => boolean> {
  const sessions = await db.$queryRaw<{ id: string; userId: string }[]>`
    SELECT s.id, s.user_id AS "userId" FROM sign_in_session s
    JOIN "user" u ON u.id = s.user_id AND u.disabled_at IS NULL AND u.email IS NOT NULL
    WHERE s.id = ANY(${readers.map(({ sessionId }) => sessionId)}::uuid[]) AND s.expires_at > ${now}`
  const people = new Map(sessions.map(({ id, userId }) => [id, userId]))
  const members = await db.membership.findMany({
    where: {
      projectId: { in: [...new Set(readers.map(({ projectId }) => projectId))] },
      userId: { in: [...new Set(people.values())] },
    },
    select: { projectId: true, userId: true, role: true, project: { select: { deletesAt: true } } },
  })
  const seen = members.flatMap(({ projectId, userId, role, project }) => {
    const visible = visibleRole(role, project)
    return visible === null ? [] : [[`${projectId} ${userId}`, visible] as const]
  })
  const roles = new Map(seen)
  return ({ projectId, sessionId, scope }) => {
    const role = roles.get(`${projectId} ${people.get(sessionId)}`)
    return role !== undefined && roleHolds(role, scope)
  }
}
