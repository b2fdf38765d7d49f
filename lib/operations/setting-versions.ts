import type { SettingVersion } from '@/lib/contracts/setting-versions'
import type { Db, Tx } from '@/lib/db/client'
import { actorName, type ProjectContext } from './context'
import { AppError } from './errors'

/** The settings of a project that are replaced as a whole; the authorities are those of a chain, by its id. */
type Setting = 'retention' | 'redaction' | 'chain_rules' | `authorities ${string}`

/** Returns the version of a setting in force; 0 if it was never saved. */
export async function loadSettingVersion(db: Db | Tx, projectId: string, setting: Setting): Promise<SettingVersion> {
  const row = await db.settingVersion.findUnique({ where: { projectId_setting: { projectId, setting } } })
  return row ? { number: row.number, by: row.by, at: row.at.toISOString() } : { number: 0, by: null, at: null }
}

/** Serializes the changes of a setting until the transaction ends, and returns the version in force. */
export async function lockSetting(tx: Tx, projectId: string, setting: Setting): Promise<SettingVersion> {
  await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`${projectId} ${setting}`}, 0))::text`
  return loadSettingVersion(tx, projectId, setting)
}

/** Stores that the caller saved the version after `before`. The caller holds the lock. */
export async function raiseSetting(
  tx: Tx,
  ctx: ProjectContext,
  setting: Setting,
  before: SettingVersion,
): Promise<SettingVersion> {
  const projectId = ctx.project.id
  const saved = { number: before.number + 1, by: actorName(ctx.actor), at: ctx.now() }
  await tx.settingVersion.upsert({
    where: { projectId_setting: { projectId, setting } },
    create: { projectId, setting, ...saved },
    update: saved,
  })
  return { ...saved, at: saved.at.toISOString() }
}

/** @throws conflict naming who saved the version in force, if a change is based on another one */
export function assertExpected({ number, by }: SettingVersion, expected: number): void {
  if (number === expected) return
  const who = by === null ? '' : `${by} has changed it: `
  const message = `${who}the version in force is ${number}. Look at it, then change that one.`
  throw new AppError('conflict', message, [{ path: 'expected', message: `is not ${number}, the version in force` }])
}
