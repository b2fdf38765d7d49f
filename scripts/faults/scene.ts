import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Db } from '@/lib/db/client'
import { openDatabase } from '../bench/bench-project'
import type { Section } from '../bench/report'
import { makeApiKey } from '../testing/api-key'
import { makeMember, type SignedIn } from '../testing/people'

/** A project with one key per sender, so that their rate limits are separate, and people who may decide. */
export type Scene = { projectId: string; project: string; keys: string[]; people: SignedIn[] }

type Wanted = { baseUrl: string; databaseUrl: string; project: string; senders: number; deciders: number }

export async function makeScene({ baseUrl, databaseUrl, project, senders, deciders }: Wanted): Promise<Scene> {
  return withDatabase(databaseUrl, async (db) => {
    const { id: projectId } = await db.project.create({ data: { slug: project, name: project }, select: { id: true } })
    const keys = await Promise.all(Array.from({ length: senders }, () => makeApiKey(db, projectId, 'sender')))
    const people: SignedIn[] = []
    for (let place = 0; place < deciders; place++) {
      const email = `${project}-${place}@example.test`
      people.push(await makeMember(db, baseUrl, { projectId, email, role: 'reviewer' }))
    }
    return { projectId, project, keys, people }
  })
}

/** A database client for one task: connections do not survive a fault. */
export async function withDatabase<T>(databaseUrl: string, work: (db: Db) => Promise<T>): Promise<T> {
  const db = openDatabase(databaseUrl)
  try {
    return await work(db)
  } finally {
    await db.$disconnect()
  }
}

/** Creates a temporary folder that the database's account can enter. */
export function makeFolder(name: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), `veritas-${name}-`))
  chmodSync(folder, 0o755)
  return folder
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
}

/** The result of a part. `section` is null if this machine cannot run it, and `skipped` says why. */
export type Found = { section: Section; skipped?: undefined } | { section: null; skipped: string }
