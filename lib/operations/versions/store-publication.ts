import type { PublishInput } from '@/lib/contracts/versions'
import type { Tx } from '@/lib/db/client'
import { toStorableJson } from '@/lib/db/rows'
import { actorName, type ProjectContext } from '../context'
import type { VersionState } from '../gates/chain-versions'
import type { VersionPlace } from './lock-version'

type Publication = {
  input: PublishInput
  hash: string
  executor: object | null
  state: VersionState
  authorId: string | null
}

/** Writes what a version promises, by whom and when. A contract or criteria declared before stay where none are given. */
export async function storePublication(
  tx: Tx,
  ctx: ProjectContext,
  { projectId, versionId }: VersionPlace,
  { input, hash, executor, state, authorId }: Publication,
): Promise<void> {
  const json = (value: unknown) => (value === undefined || value === null ? null : toStorableJson(value))
  await tx.$executeRaw`
    UPDATE chain_version SET state = ${state}, contract = coalesce(${json(input.contract)}::jsonb, contract),
      criteria = coalesce(${json(input.criteria)}::jsonb, criteria), graph = ${json(input.graph)}::jsonb,
      scenarios = ${json(input.scenarios)}::jsonb, executor = ${json(executor)}::jsonb, notes = ${input.notes ?? null},
      published_by = ${actorName(ctx.actor)}, body_hash = ${hash}, published_at = ${ctx.now()},
      author_id = coalesce(author_id, ${authorId}::uuid)
    WHERE project_id = ${projectId}::uuid AND id = ${versionId}::uuid`
}
