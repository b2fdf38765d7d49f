import path from 'node:path'
import { getDb } from '@/lib/db/client'
import type { Env } from '@/lib/env'
import { type CheckedCounts, checkCounts } from '@/lib/operations/rollups/check'
import { findPostgres } from '../provision/postgres'
import { bad, type Finding, good, warning } from './examination'

/** Whether what charts show of each project is what its runs say; with `mends` it is so afterwards, as far as the runs are there. */
export async function examineRollups(env: Env, { mends }: { mends: boolean }): Promise<Finding[]> {
  const url = env.DATABASE_URL ?? (await findPostgres(path.resolve(env.DATA_DIR)))
  if (!url)
    return [warning('rollups', 'not counted: the embedded server is not running', 'Start the desk, and ask again.')]
  process.env.DATABASE_URL = url
  const db = getDb()
  try {
    const projects = await db.project.findMany({ where: { removedAt: null }, orderBy: { slug: 'asc' } })
    const findings: Finding[] = []
    for (const { id, slug } of projects) findings.push(toFinding(slug, await checkCounts(db, id, { mends }), mends))
    return findings.length > 0 ? findings : [good('rollups', 'no project')]
  } finally {
    await db.$disconnect()
  }
}

const SHOWN = 3

function toFinding(slug: string, { since, days, wrong, rebuilt }: CheckedCounts, mends: boolean): Finding {
  const from = since ? `, from ${since.toISOString().slice(0, 16)}Z on by the runs, before by the hours alone` : ''
  const told = `${slug}: ${days} days counted anew${from}`
  if (wrong.length === 0) return good('rollups', `${told}: all agree`)
  const rows = wrong
    .slice(0, SHOWN)
    .map((row) => `${row.table} ${row.at.toISOString().slice(0, 16)}Z (${row.wrong.trim()})`)
  const more = wrong.length > SHOWN ? ` and ${wrong.length - SHOWN} more` : ''
  const seen = `${told}: ${wrong.length} rows wrong: ${rows.join(', ')}${more}`
  return mends
    ? warning('rollups', seen, `Put right: ${rebuilt} days, and the groups of failures by them. Ask again to see it.`)
    : bad('rollups', seen, 'npm run doctor -- --rollups --rebuild puts them right.')
}
