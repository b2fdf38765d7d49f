import type { Profile } from '@/lib/contracts/primitives'
import type { Tx } from '@/lib/db/client'
import { loadScope, loadView } from '../configuration/scope'
import { lockConfiguration, storeConfiguration } from '../configuration/store'
import type { ProjectContext } from '../context'
import { invalidInput } from '../errors'

/** Number of versions of a chain; 0 for an unknown chain. */
export function countVersions(tx: Tx, projectId: string, chain: string): Promise<number> {
  return tx.chainVersion.count({ where: { projectId, chain: { name: chain } } })
}

/** Sets the profile of a new chain. Later only an admin may change it, since versions are compared on one profile. */
export async function giveProfile(
  tx: Tx,
  ctx: ProjectContext,
  chain: string,
  profile: Profile | undefined,
): Promise<void> {
  if (profile === undefined) return
  await lockConfiguration(tx, ctx.project.id)
  const scope = await loadScope(tx, ctx.project.id, chain)
  const { number, own, effective } = await loadView(tx, ctx.project.id, scope)
  if (effective.profile === profile) return
  await storeConfiguration(tx, ctx, scope, { before: { number, config: own }, config: { ...own, profile } })
}

/** @throws invalid_input naming `profile` when it differs from the chain's profile */
export function refuseOtherProfile(asked: Profile | undefined, inForce: Profile): void {
  if (asked === undefined || asked === inForce) return
  const message = `this chain is scored by ${inForce}: an admin changes that in its settings, for all versions`
  throw invalidInput([{ path: 'profile', message }])
}
